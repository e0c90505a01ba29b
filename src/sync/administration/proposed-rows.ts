import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import { pagesOf } from '../api/pages.ts';
import { saveFailureOf, type SaveFailure } from '../messages/failure-text.ts';
import {
  updateDeviceAfterCatalogChange,
  type CatalogCalls,
  type CatalogItem,
} from './catalog-administration.ts';

interface Coded extends CatalogItem {
  readonly code: string;
}

/**
 * Returns the codes of all rows of the catalogue, also inactive ones, because no code may be used twice.
 * @throws Unreachable, Rejected
 */
export async function fetchCatalogCodes({
  list,
}: Pick<CatalogCalls<Coded, never>, 'list'>): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for await (const rows of pagesOf((page) => list({ ...defaultCatalogFilters, page })))
    for (const { code } of rows) codes.add(code);
  return codes;
}

export type RowCreationOutcome =
  | { readonly type: 'added'; readonly count: number }
  /** Creating stopped with an error at the row `at`; `count` rows before it were created. */
  | { readonly type: 'stopped'; readonly count: number; readonly at: string; readonly trouble: SaveFailure };

/**
 * Creates the rows that the catalogue lacks, one after another. Repeating the call continues after an error.
 * @param couldNotSave error text for this catalogue
 * @throws Unreachable, Rejected when the catalogue cannot be read
 */
export async function createMissingRows<Body extends { readonly code: string; readonly name: string }>(
  calls: CatalogCalls<Coded, Body>,
  bodies: readonly Body[],
  couldNotSave: string,
): Promise<RowCreationOutcome> {
  const there = await fetchCatalogCodes(calls);
  let count = 0;
  for (const body of bodies.filter(({ code }) => !there.has(code))) {
    const trouble = saveFailureOf(await calls.create(body), couldNotSave);
    if (trouble) return { type: 'stopped', count, at: body.name, trouble };
    count += 1;
  }
  await updateDeviceAfterCatalogChange(calls.resource);
  return { type: 'added', count };
}
