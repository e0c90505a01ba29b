import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows that are processed before the process responds to other requests: a few milliseconds of work. */
const ROWS_PER_SLICE = 500;

/** Returns the rows in slices. Between two slices the process responds to other requests. */
export async function* slicesOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_SLICE) {
    if (from > 0) await nextTurn();
    yield rows.slice(from, from + ROWS_PER_SLICE);
  }
}

/** Maps many rows without delaying other requests. */
export async function mapInSlices<Row, Result>(
  rows: readonly Row[],
  map: (row: Row) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const slice of slicesOf(rows)) results.push(...slice.map(map));
  return results;
}
