/**
 * Maximum number of pages read from one list: a hundred thousand rows, more than any list of a clinic has. Protects against a
 * server that always reports further pages.
 */
export const MAX_LIST_PAGES = 1_000;

interface RowPage<Row> {
  readonly items: readonly Row[];
  readonly total_count: number;
}

/**
 * Yields the pages of a list until its reported total was read or a page is empty. Does not stop at a short page, because a
 * server may return smaller pages than requested.
 */
export async function* fetchPages<Row>(
  ask: (page: number) => Promise<RowPage<Row>>,
): AsyncGenerator<readonly Row[]> {
  let seen = 0;
  for (let page = 1; page <= MAX_LIST_PAGES; page += 1) {
    const { items, total_count: total } = await ask(page);
    yield items;
    seen += items.length;
    if (items.length === 0 || seen >= total) return;
  }
}

/** Searches a row in a list that has no call for a single row; returns null when it is missing. */
export async function findRowInPages<Row extends { readonly id: string }>(
  id: string,
  ask: (page: number) => Promise<RowPage<Row>>,
): Promise<Row | null> {
  for await (const rows of fetchPages(ask)) {
    const found = rows.find((row) => row.id === id);
    if (found) return found;
  }
  return null;
}
