import { type SQL, sql } from 'drizzle-orm';
import type { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { type Named, fullName } from '#domain/patient/name.ts';
import { type Question, orderOf } from './question.ts';

type Item = EvaluationList['items'][number];

/** An item as the database writes it: an instant with its offset, and the names one by one. */
export type Line = Omit<Item, 'patient'> & { readonly patient: Omit<Item['patient'], 'full_name'> & Named };

const nameAndCode = (of: SQL, id: SQL): SQL =>
  sql`(select json_build_object('name', name, 'code', code) from ${of} where id = ${id})`;
const COMPANIES = sql.raw('companies');

/**
 * The lines of a page as JSON, in the question's order; null for an empty page. `ids`: a query of the page's `id`, and no more rows.
 * The choices of a closed evaluation are those of its last signed version, for nothing changes them until it is reopened.
 * What is looked up for each line by itself is no table to be joined: six of them take longer to plan than to read.
 */
export const linesOf = (ids: SQL, order: Pick<Question, 'oldestFirst'>): SQL<Line[] | null> => sql`(
  select json_agg(json_build_object(
    'id', shown.id, 'status', shown.status, 'started_at', shown.started_at, 'turn', shown.turn,
    'aptitude', (select aptitude from decisions where evaluation_id = shown.id and shown.status = 'cerrada'),
    'patient', (select json_build_object(
      'first_name', first_name, 'middle_name', middle_name, 'last_name', last_name, 'second_last_name', second_last_name,
      'identification_type', identification_type, 'identification_number', identification_number)
      from patients where patients.id = shown.patient_id),
    'evaluation_type', ${nameAndCode(sql.raw('evaluation_types'), sql`shown.evaluation_type_id`)},
    'employer_company', ${nameAndCode(COMPANIES, sql`shown.employer_company_id`)},
    'contractor_company', ${nameAndCode(COMPANIES, sql`shown.contractor_company_id`)}
  ) order by ${orderOf(order, 'shown.')})
  from (${ids}) as page, evaluations shown where shown.id = page.id)`;

export const toItem = ({ patient, ...line }: Line): Item => ({
  ...line,
  started_at: new Date(line.started_at).toISOString(),
  patient: {
    full_name: fullName(patient),
    identification_type: patient.identification_type,
    identification_number: patient.identification_number,
  },
});
