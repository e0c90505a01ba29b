import { type SQL, and, asc, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EvaluationList, EvaluationsQuery } from '#contract/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { fullName } from '#domain/patient/name.ts';
import type { Database, Executor } from '../../database/connection/client.ts';
import { namesOf } from '../../database/tables/names.ts';
import { companies, evaluationTypes } from '../../database/tables/catalogs.ts';
import { evaluations } from '../../database/tables/evaluations.ts';
import { patients } from '../../database/tables/patients.ts';
import { matchesPerson } from '../base/search.ts';

export const OPEN: readonly EvaluationStatus[] = ['pendiente', 'en_proceso'];
const employer = alias(companies, 'employer');
const contractor = alias(companies, 'contractor');

/** The instant at which a day of America/Bogota begins, or the one `days` later. Colombia has kept UTC−5 since 1993. */
const bogotaDay = (day: string, days = 0): SQL =>
  sql`(${day}::date + ${days}::integer)::timestamp at time zone interval '-05:00'`;

/** As a set of persons, so that counting joins nobody when nobody is searched. */
function ofPersons(db: Executor, search: string | undefined): SQL | undefined {
  const matches = matchesPerson(patients.searchText, search);
  return (
    matches && inArray(evaluations.patientId, db.select({ id: patients.id }).from(patients).where(matches))
  );
}

const filters = (db: Executor, branchId: string, query: EvaluationsQuery): SQL | undefined =>
  and(
    eq(evaluations.branchId, branchId),
    inArray(evaluations.status, query.status?.length ? query.status : [...OPEN]),
    query.employer_company_id ? eq(evaluations.employerCompanyId, query.employer_company_id) : undefined,
    query.contractor_company_id
      ? eq(evaluations.contractorCompanyId, query.contractor_company_id)
      : undefined,
    query.from ? gte(evaluations.startedAt, bogotaDay(query.from)) : undefined,
    query.to ? lt(evaluations.startedAt, bogotaDay(query.to, 1)) : undefined,
    ofPersons(db, query.search),
  );

export const newestFirst = [desc(evaluations.startedAt), asc(evaluations.id)] as const;

/** The page's ids alone come from the index; names are looked up for these, not for all the pages before. */
const idsOfPage = (db: Executor, where: SQL | undefined, { page: number, page_size }: EvaluationsQuery) =>
  db
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(where)
    .orderBy(...newestFirst)
    .limit(page_size)
    .offset((number - 1) * page_size);

/** What a line of the list shows, and nothing else of five wide tables. */
const columns = {
  id: evaluations.id,
  status: evaluations.status,
  startedAt: evaluations.startedAt,
  patient: {
    identificationType: patients.identificationType,
    identificationNumber: patients.identificationNumber,
    firstName: patients.firstName,
    middleName: patients.middleName,
    lastName: patients.lastName,
    secondLastName: patients.secondLastName,
  },
  type: { name: evaluationTypes.name, code: evaluationTypes.code },
  employer: { name: employer.name, code: employer.code },
  contractor: { name: contractor.name, code: contractor.code },
};

const itemsOf = (db: Executor, ids: ReturnType<typeof idsOfPage>) =>
  db
    .select(columns)
    .from(evaluations)
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, evaluations.evaluationTypeId))
    .innerJoin(employer, eq(employer.id, evaluations.employerCompanyId))
    .leftJoin(contractor, eq(contractor.id, evaluations.contractorCompanyId))
    .where(inArray(evaluations.id, ids))
    .orderBy(...newestFirst);

type Row = Awaited<ReturnType<typeof itemsOf>>[number];

const toItem = ({ id, status, startedAt, patient, type, employer: hirer, contractor: hired }: Row) => ({
  id,
  status,
  started_at: startedAt.toISOString(),
  patient: {
    full_name: fullName(namesOf(patient)),
    identification_type: patient.identificationType,
    identification_number: patient.identificationNumber,
  },
  evaluation_type: type,
  employer_company: hirer,
  contractor_company: hired,
});

/** One page of the branch's evaluations, the newest first; the open ones unless statuses are named. */
export async function listEvaluations(
  db: Database,
  branchId: string,
  query: EvaluationsQuery,
): Promise<EvaluationList> {
  const where = filters(db, branchId, query);
  const counting = db.select({ value: count() }).from(evaluations).where(where);
  const page = itemsOf(db, idsOfPage(db, where, query));
  // A first page is never beyond the end, so that it need not wait for the count; a later one could walk for nothing.
  const [[counted], first] = await Promise.all([counting, query.page === 1 ? page : []]);
  const total = counted?.value ?? 0;
  const isBeyond = (query.page - 1) * query.page_size >= total;
  const rows = query.page === 1 || isBeyond ? first : await page;
  return { items: rows.map(toItem), total };
}
