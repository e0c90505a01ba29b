import { sql } from 'drizzle-orm';
import type {
  CheckExpectedPeopleBody,
  ExpectedPersonFinding,
} from '#contract/records/evaluation/expected-lists.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { type NameFields, fullName } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';
import { haveMatchingNames } from '../../patients/index.ts';
import type { Executor } from '../../platform/database/connection/client.ts';

type CheckedRow = CheckExpectedPeopleBody['people'][number];

/** Document of a row in the form in which documents are compared. */
interface RowDocument {
  readonly row: number;
  readonly type: string;
  readonly number: string;
}

const toRowDocument = (
  { identification_type: type, identification_number: number }: CheckedRow,
  row: number,
): RowDocument => ({ row, type, number: normalizeDocumentNumber(type, number) });

const documentKeyOf = ({ type, number }: Omit<RowDocument, 'row'>): string => `${type} ${number}`;

/** Returns the rows whose document an earlier row has, each with the first row that has the document. */
export function findDuplicates(
  documents: readonly RowDocument[],
): { readonly row: number; readonly first_row: number }[] {
  const first = new Map<string, number>();
  return documents.flatMap((document) => {
    const key = documentKeyOf(document);
    const known = first.get(key);
    if (known !== undefined) return [{ row: document.row, first_row: known }];
    first.set(key, document.row);
    return [];
  });
}

const documentsSql = (documents: readonly RowDocument[]) => sql`unnest(
  ${sql.param(documents.map(({ row }) => row))}::integer[],
  ${sql.param(documents.map(({ type }) => type))}::text[],
  ${sql.param(documents.map(({ number }) => number))}::text[]) as asked (row, type, number)`;

interface KnownPatientRow extends Record<string, unknown>, NameFields {
  readonly row: number;
}

/**
 * Reads the patients of this branch who have one of the documents. Patients of other branches are omitted, because the response
 * would reveal as much as a lookup, and only lookups have a rate limit.
 */
async function readKnownPatients(
  db: Executor,
  branchId: string,
  documents: readonly RowDocument[],
): Promise<KnownPatientRow[]> {
  const matches = (type: 'identification_type' | 'former_type') => sql`
    select asked.row, patient.id, patient.first_name, patient.middle_name, patient.last_name, patient.second_last_name
    from asked join patients patient
      on patient.normalized_number = asked.number and patient.${sql.raw(type)} = asked.type`;
  const { rows } = await db.execute<KnownPatientRow>(sql`
    with asked as materialized (select * from ${documentsSql(documents)})
    select distinct on (found.row) found.row, first_name, middle_name, last_name, second_last_name
    from (${matches('identification_type')} union all ${matches('former_type')}) as found
    where exists (select from evaluations where patient_id = found.id and branch_id = ${branchId}::uuid)
    order by found.row`);
  return rows;
}

interface OtherListRow extends Record<string, unknown> {
  readonly row: number;
  readonly id: string;
  readonly company_name: string;
  readonly brigade: string | null;
}

/** Reads the oldest list of the branch and day, for each row, that expects a person with the document. */
async function readOtherLists(
  db: Executor,
  branchId: string,
  day: string,
  documents: readonly RowDocument[],
): Promise<OtherListRow[]> {
  const { rows } = await db.execute<OtherListRow>(sql`
    with asked as materialized (select * from ${documentsSql(documents)})
    select distinct on (asked.row) asked.row, list.id, company.name as company_name, list.brigade
    from asked
      join expected_people person on person.branch_id = ${branchId}::uuid
        and person.normalized_number = asked.number and person.identification_type = asked.type
      join expected_lists list on list.branch_id = person.branch_id and list.id = person.list_id
      join companies company on company.id = list.company_id
    where list.day = ${day}::date and list.cancelled_at is null and person.state <> 'cancelled'
    order by asked.row, list.created_at, list.id`);
  return rows;
}

/** Returns the finding about a row whose document a patient has; null if the names are the same. */
function otherNamesFinding(
  known: KnownPatientRow,
  people: readonly CheckedRow[],
  mayReadNames: boolean,
): ExpectedPersonFinding | null {
  const asked = people[known.row];
  if (!asked) throw new Error('A patient was found for a row that does not exist');
  const name = fullName(known);
  if (foldText(name) === foldText(fullName(asked))) return null;
  return {
    row: known.row,
    finding: 'other_names',
    known_name: mayReadNames ? name : null,
    is_similar: haveMatchingNames(known, asked),
  };
}

/**
 * Compares rows with each other, with the branch's patients and with its other lists of the day.
 * @param mayReadNames true if the user may look up patients; the response then contains the names of patients with other names
 */
export async function findFindings(
  db: Executor,
  { branchId, mayReadNames }: { readonly branchId: string; readonly mayReadNames: boolean },
  { day, people }: CheckExpectedPeopleBody,
): Promise<ExpectedPersonFinding[]> {
  const documents = people.map(toRowDocument).filter(({ number }) => number !== '');
  const [known, lists] = await Promise.all([
    readKnownPatients(db, branchId, documents),
    readOtherLists(db, branchId, day, documents),
  ]);
  const findings: ExpectedPersonFinding[] = [
    ...findDuplicates(documents).map((each) => ({ finding: 'duplicate' as const, ...each })),
    ...known.flatMap((patient) => otherNamesFinding(patient, people, mayReadNames) ?? []),
    ...lists.map(({ row, ...list }) => ({ row, finding: 'other_list' as const, list })),
  ];
  return findings.toSorted((one, other) => one.row - other.row);
}
