import { OPTIONS_LIMIT_DEFAULT } from '#contract/limits.ts';
import { foldText, matchesFolded, searchWords } from '#domain/text/fold.ts';
import {
  catalogRow,
  keepCatalogRow,
  searchCatalog,
  searchInactive,
  usualRows,
  type CatalogRow,
  type MirroredRecord,
} from '#storage/cache/catalogs.ts';
import type { Looking } from '#storage/cache/recents.ts';
import { askCompanies, askOptions, type OptionResource } from './catalog-asking.ts';

/** A catalogue's row as a field of choice shows it. */
export interface CatalogChoice {
  readonly id: string;
  readonly name: string;
  /** Code, and city of a company; licence and specialty of a doctor. */
  readonly aside: string;
  readonly recent: boolean;
  /** Puts a row that the provider has just named on the device; to be awaited before it counts as chosen. */
  readonly keep?: () => Promise<void>;
}

const toChoice = ({ id, name, code, detail, recent }: CatalogRow): CatalogChoice => ({
  id,
  name,
  aside: [code, detail].filter(Boolean).join(' · '),
  recent,
});

const toNews =
  (resource: OptionResource) =>
  (record: MirroredRecord): CatalogChoice => ({
    ...toChoice({ ...record, recent: false }),
    keep: () => keepCatalogRow(resource, record, Date.now()),
  });

const lookingNow = (ownerId: string, branchId: string | undefined): Looking => ({
  ownerId,
  here: branchId === undefined ? undefined : { branchId, at: Date.now() },
});

/**
 * The device's catalogue behind a field of choice (R1), and what the provider adds: `source` names it, for whoever holds on
 * to what was found. With a branch, what is usual there at this hour stands first.
 */
export const catalogSource = (resource: OptionResource, ownerId: string, branchId?: string) => ({
  source: `${resource} ${ownerId} ${branchId ?? ''}`,
  search: async (query: string): Promise<CatalogChoice[]> => {
    const looking = lookingNow(ownerId, branchId);
    return (await searchCatalog(resource, query, { ...looking, limit: OPTIONS_LIMIT_DEFAULT })).map(toChoice);
  },
  find: async (id: string): Promise<CatalogChoice | null> => {
    const row = await catalogRow(resource, id);
    return row && toChoice(row);
  },
  ask: async (query: string): Promise<CatalogChoice[]> =>
    (await askOptions(resource, query)).map(toNews(resource)),
  fits: ({ name, aside }: Pick<CatalogChoice, 'name' | 'aside'>, query: string): boolean =>
    matchesFolded(foldText(`${name} ${aside}`), searchWords(query)),
});

/** What is usually chosen in this branch at this hour, at most five, the most usual first. */
export const usualChoices = async (
  resource: OptionResource,
  ownerId: string,
  branchId: string,
): Promise<CatalogChoice[]> => (await usualRows(resource, lookingNow(ownerId, branchId))).map(toChoice);

/** The company filter of the evaluations' list. */
export const companyFilterSource = (ownerId: string) => ({
  ...catalogSource('companies', ownerId),
  ask: async (query: string): Promise<CatalogChoice[]> =>
    (await askCompanies(query)).map(toNews('companies')),
});

const INACTIVE_MAX = 3;

/**
 * Companies of the device's catalogue that are no longer active, for a text that found none that is; of one that is
 * called just so, that one alone.
 */
export async function inactiveCompanies(query: string): Promise<CatalogChoice[]> {
  const rows = (await searchInactive('companies', query, INACTIVE_MAX)).map(toChoice);
  const named = rows.filter(({ name }) => foldText(name) === foldText(query));
  return named.length > 0 ? named : rows;
}
