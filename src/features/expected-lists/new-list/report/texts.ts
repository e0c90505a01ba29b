import type { RowProblems } from '#domain/roster/read-row.ts';

export const rowTitle = (row: number | null): string => (row === null ? 'Escrita a mano' : `Fila ${row}`);

type CellProblem = RowProblems['problems'][number];

/** Returns the messages of each column in the order of the sheet; those of no column have the key null. */
export function cellMessagesOf(problems: readonly CellProblem[]): ReadonlyMap<number | null, string> {
  const messages = new Map<number | null, string>();
  const sorted = problems.toSorted((one, other) => (one.column ?? -1) - (other.column ?? -1));
  for (const { column, message } of sorted) {
    const before = messages.get(column);
    messages.set(column, before === undefined ? message : `${before} ${message}`);
  }
  return messages;
}
