import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import type { ReadRow, RowProblems } from './read-row.ts';

/** Person to import. `row`: number of the row in the file; null for a typed person. */
export interface ListedPerson {
  readonly row: number | null;
  readonly person: ExpectedPersonBody;
}

/** Row that repeats the document of an earlier one. `earlier`: number of that row; null for a typed person. */
export interface RepeatedRow {
  readonly row: number;
  readonly person: ExpectedPersonBody;
  readonly earlier: number | null;
}

export interface RosterReport {
  /** People who can be imported, the typed ones first. */
  readonly people: readonly ListedPerson[];
  readonly invalid: readonly RowProblems[];
  /** Rows of people who can be imported, with cells that the user should check. */
  readonly doubtful: readonly RowProblems[];
  readonly repeated: readonly RepeatedRow[];
}

type Document = Pick<ExpectedPersonBody, 'identification_type' | 'identification_number'>;

/** Returns the form of a document by which two people of a list are compared. */
export const documentKeyOf = ({
  identification_type: type,
  identification_number: number,
}: Document): string => `${type} ${normalizeDocumentNumber(type, number)}`;

/** Sorts the read rows and the typed people into those that can be imported and those that cannot. */
export function createReport(rows: readonly ReadRow[], typed: readonly ExpectedPersonBody[]): RosterReport {
  const people: ListedPerson[] = typed.map((person) => ({ row: null, person }));
  const firstRows = new Map<string, number | null>(typed.map((person) => [documentKeyOf(person), null]));
  const invalid: RowProblems[] = [];
  const doubtful: RowProblems[] = [];
  const repeated: RepeatedRow[] = [];
  for (const read of rows) {
    if (read.type === 'invalid') {
      invalid.push(read);
      continue;
    }
    const { number: row, person } = read;
    const key = documentKeyOf(person);
    const earlier = firstRows.get(key);
    if (earlier !== undefined) {
      repeated.push({ row, person, earlier });
      continue;
    }
    firstRows.set(key, row);
    people.push({ row, person });
    if (read.doubts.length > 0) doubtful.push({ number: row, problems: read.doubts });
  }
  return { people, invalid, doubtful, repeated };
}
