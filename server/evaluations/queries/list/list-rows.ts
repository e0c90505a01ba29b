import { type SQL, sql } from 'drizzle-orm';
import type { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { type NameFields, fullName } from '#domain/patient/name.ts';
import { ageOn } from '#domain/time/calendar.ts';
import { repetitionJsonSql } from '../../../expected-lists/index.ts';
import { type ListCriteria, evaluationOrderSql } from './list-criteria.ts';

type ListedEvaluation = EvaluationList['items'][number];

/** Row of the list as the database returns it: times with their UTC offset, and the names in separate fields. */
export type EvaluationListRow = Omit<ListedEvaluation, 'patient'> & {
  readonly patient: Omit<ListedEvaluation['patient'], 'full_name' | 'age'> &
    NameFields & { readonly birth_date: string | null };
};

const nameAndCodeSql = (of: SQL, id: SQL): SQL =>
  sql`(select json_build_object('name', name, 'code', code) from ${of} where id = ${id})`;
const COMPANIES_TABLE = sql.raw('companies');

/**
 * Returns the rows of a page as JSON, in the order of the query; null for an empty page. For a closed evaluation, the decisions
 * are those of its last signed version, because they cannot change until a reopening. Each detail is read in a subquery,
 * because planning six joins would take longer.
 * @param ids query that returns only the `id`s of the page
 */
export const listRowsSql = (
  ids: SQL,
  order: Pick<ListCriteria, 'oldestFirst'>,
): SQL<EvaluationListRow[] | null> => sql`(
  select json_agg(json_build_object(
    'id', shown.id, 'status', shown.status, 'started_at', shown.started_at, 'turn', shown.turn,
    'aptitude', (select aptitude from decisions where evaluation_id = shown.id and shown.status = 'cerrada'),
    'closing', case when shown.status = 'cerrada'
      then json_build_object('version', shown.version, 'closed_at', shown.closed_at) end,
    'repetition', ${repetitionJsonSql(sql.raw('shown.id'))},
    'patient', (select json_build_object(
      'first_name', first_name, 'middle_name', middle_name, 'last_name', last_name, 'second_last_name', second_last_name,
      'identification_type', identification_type, 'identification_number', identification_number,
      'birth_date', birth_date, 'occupation_name', (select name from occupations where id = occupation_id))
      from patients where patients.id = shown.patient_id),
    'evaluation_type', ${nameAndCodeSql(sql.raw('evaluation_types'), sql`shown.evaluation_type_id`)},
    'employer_company', ${nameAndCodeSql(COMPANIES_TABLE, sql`shown.employer_company_id`)},
    'contractor_company', ${nameAndCodeSql(COMPANIES_TABLE, sql`shown.contractor_company_id`)}
  ) order by ${evaluationOrderSql(order, 'shown.')})
  from (${ids}) as page, evaluations shown where shown.id = page.id)`;

/** Returns age and job, which doctors need to judge findings. Users who may not open evaluations do not receive them. */
const ageAndJobOf = ({
  patient: { birth_date: born, occupation_name: job },
  started_at: at,
}: EvaluationListRow) => ({
  age: born === null ? null : ageOn(born, Date.parse(at)),
  occupation_name: job ?? null,
});

const toUtcInstant = (text: string): string => new Date(text).toISOString();

/** Converts a row to its API form. `isForDoctors` is true if the user may open evaluations. */
export const toListItem = (line: EvaluationListRow, isForDoctors: boolean): ListedEvaluation => ({
  ...line,
  started_at: toUtcInstant(line.started_at),
  closing: line.closing ? { ...line.closing, closed_at: toUtcInstant(line.closing.closed_at) } : null,
  patient: {
    full_name: fullName(line.patient),
    identification_type: line.patient.identification_type,
    identification_number: line.patient.identification_number,
    ...(isForDoctors && ageAndJobOf(line)),
  },
});
