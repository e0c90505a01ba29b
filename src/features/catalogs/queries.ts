import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import {
  fetchCatalogTotals,
  fetchEvaluationTypes,
  findActiveCompanies,
  updateDeviceAfterCatalogChange,
  type CatalogItem,
  type CatalogQuery,
} from '#sync/administration/catalog-administration.ts';
import type { CatalogKey } from '#contract/catalogs/all.ts';
import type { CatalogDefinition } from './definition.ts';

/**
 * Prefix of the keys of all catalogue queries. They are refreshed together, because a change in one catalogue may appear in
 * another.
 */
const catalogsQueryKey = (ownerId: string) => ['catalogs', ownerId] as const;

export const useCatalogTotals = (ownerId: string) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'totals'],
    queryFn: fetchCatalogTotals,
    staleTime: CACHE_LIFETIME_MS.list,
  });

export const formatNotOffered = (title: string): string => `El servidor no ofrece «${title}».`;

/** Returns false if the server lacks the catalogue, as a server of the base contract may; true until the totals are read. */
export function useIsCatalogOffered(key: CatalogKey, ownerId: string): boolean {
  const { data } = useCatalogTotals(ownerId);
  return !data || data[key] !== undefined;
}

export const useCatalogPage = <Item extends CatalogItem, Body extends object>(
  { key, calls }: CatalogDefinition<Item, Body>,
  ownerId: string,
  question: CatalogQuery,
) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), key, 'page', question],
    queryFn: () => calls.list(question),
    staleTime: CACHE_LIFETIME_MS.list,
    placeholderData: keepPreviousData,
  });

interface CatalogRowQuery<Item> {
  readonly ownerId: string;
  readonly id: string;
  readonly filters: CatalogFilters;
  /** Row as shown in the list, used until the row itself is read. */
  readonly seen?: Item | undefined;
}

const catalogRowQueryKey = (ownerId: string, key: string, id: string) =>
  [...catalogsQueryKey(ownerId), key, 'record', id] as const;

/** Reads one row; null if the filters exclude it, undefined until it is read. */
export function useCatalogRow<Item extends CatalogItem, Body extends object>(
  { key, calls }: CatalogDefinition<Item, Body>,
  { ownerId, id, filters, seen }: CatalogRowQuery<Item>,
) {
  const client = useQueryClient();
  const queryKey = [...catalogRowQueryKey(ownerId, key, id), calls.isFoundById ? null : filters];
  const query = useQuery({
    queryKey,
    queryFn: () => calls.read(id, filters),
    staleTime: 0,
  });
  /**
   * Reads the row without filters, because another user's rename may make the filters exclude the row. Resolves to null if the
   * row cannot be read.
   */
  const reread = (): Promise<Item | null> => calls.read(id, defaultCatalogFilters).catch(() => null);
  const item = query.data === undefined ? seen : query.data;
  return { ...query, item, reread, take: (taken: Item) => client.setQueryData(queryKey, taken) };
}

export const useActiveCompanies = (ownerId: string, search: string) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'companies', 'active', search],
    queryFn: () => findActiveCompanies(search),
    staleTime: CACHE_LIFETIME_MS.default,
    placeholderData: keepPreviousData,
  });

export const useEvaluationTypes = (ownerId: string) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'evaluation_types', 'all'],
    queryFn: fetchEvaluationTypes,
    staleTime: CACHE_LIFETIME_MS.default,
  });

/** Returns a function that fetches the shown data again and updates the catalogue cache after a change. */
export function useRefetchAfterChange(ownerId: string) {
  const client = useQueryClient();
  return (resource: Parameters<typeof updateDeviceAfterCatalogChange>[0]): void => {
    void client.invalidateQueries({ queryKey: catalogsQueryKey(ownerId) });
    updateDeviceAfterCatalogChange(resource).catch(reportError);
  };
}
