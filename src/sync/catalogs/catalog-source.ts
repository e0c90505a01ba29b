import { OPTIONS_LIMIT_DEFAULT } from '#contract/limits.ts';
import { foldText, containsAllTerms, searchTerms } from '#domain/text/fold.ts';
import {
  findCatalogRow,
  storeCatalogRow,
  searchCatalog,
  searchInactiveCatalogRows,
  listUsualCatalogRows,
  type CatalogRowView,
  type CatalogRecord,
} from '#storage/cache/catalogs.ts';
import type { RecentsQuery } from '#storage/cache/recents.ts';
import { requestNewCompanies, requestNewCatalogOptions, type OptionResource } from './catalog-requests.ts';

export interface CatalogChoice {
  readonly id: string;
  readonly name: string;
  /** Secondary text of the row: code and city of a company, licence and specialty of a doctor. */
  readonly aside: string;
  readonly recent: boolean;
  /** Stores a row that only the server has. The field must await it before the row counts as chosen. */
  readonly keep?: () => Promise<void>;
}

const toChoice = ({ id, name, code, detail, recent }: CatalogRowView): CatalogChoice => ({
  id,
  name,
  aside: [code, detail].filter(Boolean).join(' · '),
  recent,
});

const recordToChoice =
  (resource: OptionResource) =>
  (record: CatalogRecord): CatalogChoice => ({
    ...toChoice({ ...record, recent: false }),
    keep: () => storeCatalogRow(resource, record, Date.now()),
  });

const createRecentsQuery = (ownerId: string, branchId: string | undefined): RecentsQuery => ({
  ownerId,
  here: branchId === undefined ? undefined : { branchId, at: Date.now() },
});

/**
 * Returns functions for a choice field: search in the device's catalogue (R1), and request of rows that only the server has
 * (`ask`). `source`: key under which callers cache the rows. With `branchId`, the rows that the branch usually chooses at this
 * hour come first.
 */
export const createCatalogSource = (resource: OptionResource, ownerId: string, branchId?: string) => ({
  source: `${resource} ${ownerId} ${branchId ?? ''}`,
  search: async (query: string): Promise<CatalogChoice[]> => {
    const looking = createRecentsQuery(ownerId, branchId);
    return (await searchCatalog(resource, query, { ...looking, limit: OPTIONS_LIMIT_DEFAULT })).map(toChoice);
  },
  find: async (id: string): Promise<CatalogChoice | null> => {
    const row = await findCatalogRow(resource, id);
    return row && toChoice(row);
  },
  ask: async (query: string): Promise<CatalogChoice[]> =>
    (await requestNewCatalogOptions(resource, query)).map(recordToChoice(resource)),
  fits: ({ name, aside }: Pick<CatalogChoice, 'name' | 'aside'>, query: string): boolean =>
    containsAllTerms(foldText(`${name} ${aside}`), searchTerms(query)),
});

/** Returns at most five usual choices in this branch at this hour, most frequent first. */
export const findUsualChoices = async (
  resource: OptionResource,
  ownerId: string,
  branchId: string,
): Promise<CatalogChoice[]> =>
  (await listUsualCatalogRows(resource, createRecentsQuery(ownerId, branchId))).map(toChoice);

export const createCompanyFilterSource = (ownerId: string) => ({
  ...createCatalogSource('companies', ownerId),
  ask: async (query: string): Promise<CatalogChoice[]> =>
    (await requestNewCompanies(query)).map(recordToChoice('companies')),
});

const MAX_INACTIVE_COMPANIES = 3;

/**
 * Returns inactive companies that match a text without active matches. If the text equals the name of a company, returns only
 * the companies with this name. Excludes proposals that the server replaced (`findReplacingCompanies`).
 */
export async function findInactiveCompanies(query: string): Promise<CatalogChoice[]> {
  const found = await searchInactiveCatalogRows('companies', query, MAX_INACTIVE_COMPANIES);
  const rows = found.filter(({ proposal }) => !proposal).map(toChoice);
  const named = rows.filter(({ name }) => foldText(name) === foldText(query));
  return named.length > 0 ? named : rows;
}
