import { type SQL, and, asc, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EvaluationListItem, EvaluationsQuery } from '#contract/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { fullName } from '#domain/patient/name.ts';
import type { Executor } from '../database/client.ts';
import { companies, evaluationTypes, evaluations, patients } from '../database/schema.ts';
import { toPatient } from './patients.ts';
import { matchesPerson } from './search.ts';

const OPEN: readonly EvaluationStatus[] = ['pendiente', 'en_proceso'];
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

const newestFirst = [desc(evaluations.startedAt), asc(evaluations.id)] as const;

/** The page's ids alone come from the index; names are looked up for these, not for all the pages before. */
const idsOfPage = (db: Executor, where: SQL | undefined, { page: number, page_size }: EvaluationsQuery) =>
  db
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(where)
    .orderBy(...newestFirst)
    .limit(page_size)
    .offset((number - 1) * page_size);

const itemsOf = (db: Executor, ids: ReturnType<typeof idsOfPage>) =>
  db
    .select({ evaluation: evaluations, patient: patients, type: evaluationTypes, employer, contractor })
    .from(evaluations)
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, evaluations.evaluationTypeId))
    .innerJoin(employer, eq(employer.id, evaluations.employerCompanyId))
    .leftJoin(contractor, eq(contractor.id, evaluations.contractorCompanyId))
    .where(inArray(evaluations.id, ids))
    .orderBy(...newestFirst);

type Row = Awaited<ReturnType<typeof itemsOf>>[number];
const codeAndName = ({ name, code }: { name: string; code: string }) => ({ name, code });

const toItem = (row: Row): EvaluationListItem => ({
  id: row.evaluation.id,
  status: row.evaluation.status,
  started_at: row.evaluation.startedAt.toISOString(),
  patient: {
    full_name: fullName(toPatient({ patient: row.patient, occupationName: null })),
    identification_type: row.patient.identificationType,
    identification_number: row.patient.identificationNumber,
  },
  evaluation_type: codeAndName(row.type),
  employer_company: codeAndName(row.employer),
  contractor_company: row.contractor && codeAndName(row.contractor),
});

/** One page of the branch's evaluations, the newest first; the open ones unless statuses are named. */
export async function listEvaluations(db: Executor, branchId: string, query: EvaluationsQuery) {
  const where = filters(db, branchId, query);
  const [counted] = await db.select({ value: count() }).from(evaluations).where(where);
  const total = counted?.value ?? 0;
  const isBeyond = (query.page - 1) * query.page_size >= total;
  const rows = isBeyond ? [] : await itemsOf(db, idsOfPage(db, where, query));
  return { items: rows.map(toItem), total };
}
