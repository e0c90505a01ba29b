import { type SQL, sql } from 'drizzle-orm';
import type { EvaluationList } from '#contract/evaluations.ts';
import { type Named, fullName } from '#domain/patient/name.ts';

type Item = EvaluationList['items'][number];

/** An item as the database writes it: an instant with its offset, and the names one by one. */
export type Line = Omit<Item, 'patient'> & { readonly patient: Omit<Item['patient'], 'full_name'> & Named };

/** The lines of a page as JSON, the newest first; null for an empty page. `ids`: a query of the page's `id`, and no more rows. */
export const linesOf = (ids: SQL): SQL<Line[] | null> => sql`(
  select json_agg(json_build_object(
    'id', shown.id, 'status', shown.status, 'started_at', shown.started_at,
    'patient', json_build_object(
      'first_name', person.first_name, 'middle_name', person.middle_name, 'last_name', person.last_name,
      'second_last_name', person.second_last_name, 'identification_type', person.identification_type,
      'identification_number', person.identification_number),
    'evaluation_type', json_build_object('name', kind.name, 'code', kind.code),
    'employer_company', json_build_object('name', employer.name, 'code', employer.code),
    'contractor_company', case when contractor.id is not null
      then json_build_object('name', contractor.name, 'code', contractor.code) end
  ) order by shown.started_at desc, shown.id)
  from (${ids}) as page
  join evaluations shown on shown.id = page.id
  join patients person on person.id = shown.patient_id
  join evaluation_types kind on kind.id = shown.evaluation_type_id
  join companies employer on employer.id = shown.employer_company_id
  left join companies contractor on contractor.id = shown.contractor_company_id)`;

export const toItem = ({ patient, ...line }: Line): Item => ({
  ...line,
  started_at: new Date(line.started_at).toISOString(),
  patient: {
    full_name: fullName(patient),
    identification_type: patient.identification_type,
    identification_number: patient.identification_number,
  },
});
