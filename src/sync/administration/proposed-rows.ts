import { allRows } from '#domain/catalog/filters.ts';
import { pagesOf } from '../api/pages.ts';
import { troubleOf, type Trouble } from '../messages/failure-text.ts';
import { followCatalogChange, type CatalogCalls, type CatalogItem } from './catalog-administration.ts';

interface Coded extends CatalogItem {
  readonly code: string;
}

/**
 * Returns the codes of the whole catalogue, inactive rows included, because their codes are taken.
 * @throws Unreachable, Rejected
 */
export async function codesOf({
  list,
}: Pick<CatalogCalls<Coded, never>, 'list'>): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for await (const rows of pagesOf((page) => list({ ...allRows, page })))
    for (const { code } of rows) codes.add(code);
  return codes;
}

export type AddingOutcome =
  | { readonly type: 'added'; readonly count: number }
  /** The rows before `at` were created; `at` and the rows after it were not. */
  | { readonly type: 'stopped'; readonly count: number; readonly at: string; readonly trouble: Trouble };

/**
 * Creates the rows that do not exist yet, sequentially. A repeated call continues where it stopped.
 * @param couldNotSave error text of the catalogue
 * @throws Unreachable, Rejected when the catalogue cannot be read
 */
export async function addMissing<Body extends { readonly code: string; readonly name: string }>(
  calls: CatalogCalls<Coded, Body>,
  bodies: readonly Body[],
  couldNotSave: string,
): Promise<AddingOutcome> {
  const there = await codesOf(calls);
  let count = 0;
  for (const body of bodies.filter(({ code }) => !there.has(code))) {
    const trouble = troubleOf(await calls.create(body), couldNotSave);
    if (trouble) return { type: 'stopped', count, at: body.name, trouble };
    count += 1;
  }
  await followCatalogChange(calls.resource);
  return { type: 'added', count };
}
