/** A hundred thousand rows by the hundred, more than a clinic has of anything: a provider may say for ever that there are more. */
export const PAGES_MAX = 1_000;

interface Page<Row> {
  readonly items: readonly Row[];
  readonly total_count: number;
}

/** The pages of a list until as many rows as it counts have come, or none comes. A provider may make them smaller than they were asked for. */
export async function* pagesOf<Row>(
  ask: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let seen = 0;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { items, total_count: total } = await ask(page);
    yield items;
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}

/** One row of a list that has no call for one; null when it is not there. */
export async function findInPages<Row extends { readonly id: string }>(
  id: string,
  ask: (page: number) => Promise<Page<Row>>,
): Promise<Row | null> {
  for await (const rows of pagesOf(ask)) {
    const found = rows.find((row) => row.id === id);
    if (found) return found;
  }
  return null;
}
