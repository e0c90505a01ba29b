import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_MS } from '#contract/limits.ts';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import {
  fetchCatalogTotals,
  findActiveCompanies,
  updateDeviceAfterCatalogChange,
  type CatalogItem,
  type CatalogQuery,
} from '#sync/administration/catalog-administration.ts';
import type { CatalogDefinition } from './definition.ts';

/** Common prefix of the keys of all catalogue queries, because a change of one catalogue may appear in another catalogue. */
const root = (ownerId: string) => ['catalogs', ownerId] as const;

export const useCatalogTotals = (ownerId: string) =>
  useQuery({ queryKey: [...root(ownerId), 'totals'], queryFn: fetchCatalogTotals, staleTime: CACHE_MS.list });

export const useCatalogPage = <Item extends CatalogItem, Body extends object>(
  { key, calls }: CatalogDefinition<Item, Body>,
  ownerId: string,
  question: CatalogQuery,
) =>
  useQuery({
    queryKey: [...root(ownerId), key, 'page', question],
    queryFn: () => calls.list(question),
    staleTime: CACHE_MS.list,
    placeholderData: keepPreviousData,
  });

interface RecordQuestion<Item> {
  readonly ownerId: string;
  readonly id: string;
  readonly filters: CatalogFilters;
  /** Row as the list shows it, used until the row itself is read. */
  readonly seen?: Item | undefined;
}

const recordKey = (ownerId: string, key: string, id: string) =>
  [...root(ownerId), key, 'record', id] as const;

/** Reads one row; null when the filters exclude it, undefined until it is known. */
export function useCatalogRow<Item extends CatalogItem, Body extends object>(
  { key, calls }: CatalogDefinition<Item, Body>,
  { ownerId, id, filters, seen }: RecordQuestion<Item>,
) {
  const client = useQueryClient();
  const queryKey = [...recordKey(ownerId, key, id), calls.isFoundById ? null : filters];
  const query = useQuery({
    queryKey,
    queryFn: () => calls.read(id, filters),
    staleTime: 0,
  });
  /**
   * Reads the current row regardless of the filters, because another user may have renamed it. Resolves to null if it cannot be
   * read.
   */
  const reread = (): Promise<Item | null> => calls.read(id, defaultCatalogFilters).catch(() => null);
  const item = query.data === undefined ? seen : query.data;
  return { ...query, item, reread, take: (taken: Item) => client.setQueryData(queryKey, taken) };
}

export const useActiveCompanies = (ownerId: string, search: string) =>
  useQuery({
    queryKey: [...root(ownerId), 'companies', 'active', search],
    queryFn: () => findActiveCompanies(search),
    staleTime: CACHE_MS.default,
    placeholderData: keepPreviousData,
  });

/** Returns a function that fetches the shown data again after a change and updates the catalogue cache on the device. */
export function useRefetchAfterChange(ownerId: string) {
  const client = useQueryClient();
  return (resource: Parameters<typeof updateDeviceAfterCatalogChange>[0]): void => {
    void client.invalidateQueries({ queryKey: root(ownerId) });
    updateDeviceAfterCatalogChange(resource).catch(reportError);
  };
}
