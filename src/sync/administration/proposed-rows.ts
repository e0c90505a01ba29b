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
 * Returns the codes of the whole catalogue, inactive rows included, because their codes are taken.
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
  /** The rows before `at` were created; `at` and the rows after it were not. */
  | { readonly type: 'stopped'; readonly count: number; readonly at: string; readonly trouble: SaveFailure };

/**
 * Creates the rows that do not exist yet, sequentially. A repeated call continues where it stopped.
 * @param couldNotSave error text of the catalogue
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
