import { allRows } from '#domain/catalog/filters.ts';
import { pagesOf } from '../api/pages.ts';
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
  for await (const rows of pagesOf((page) => list({ ...allRows, page })))
    for (const { code } of rows) codes.add(code);
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
