import { PAGE_SIZE_MAX } from '#contract/limits.ts';
import { allRows } from '#domain/catalog/filters.ts';
import { troubleOf, type Trouble } from '../words/failure-text.ts';
import { followCatalogChange, type CatalogCalls, type CatalogItem } from './catalog-administration.ts';

interface Coded extends CatalogItem {
  readonly code: string;
}

/** Of the whole catalogue, inactive rows too: their codes are taken. @throws Unreachable, Refused */
export async function codesOf({
  list,
}: Pick<CatalogCalls<Coded, never>, 'list'>): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for (let page = 1; page <= PAGE_SIZE_MAX; page += 1) {
    const { items, total_count: total } = await list({ ...allRows, page });
    for (const { code } of items) codes.add(code);
    if (items.length === 0 || codes.size >= total) break;
  }
  return codes;
}

export type AddingOutcome =
  | { readonly type: 'added'; readonly count: number }
  /** Those before it are there; it and what follows are not. */
  | { readonly type: 'stopped'; readonly count: number; readonly at: string; readonly trouble: Trouble };

/**
 * Makes what is not there yet, one after the other. Asking again goes on where it stopped.
 * @param couldNotSave the catalogue's own words
 * @throws Unreachable, Refused where the catalogue cannot be read
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
