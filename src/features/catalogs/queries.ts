import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { defaultCatalogFilters, type CatalogFilters } from '#domain/catalog/filters.ts';
import {
  updateDeviceAfterCatalogChange,
  type CatalogItem,
  type CatalogQuery,
} from '#sync/administration/catalogs/catalog-administration.ts';
import { requestDecisionOptions } from '#sync/reads/decision-options.ts';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { useCatalogScreen } from './catalog-screen.ts';

export const decisionOptionsQueryKey = (ownerId: string) =>
  [...catalogsQueryKey(ownerId), 'decision-options'] as const;

/** Decision options that the clinic offers its doctors. */
export const useDecisionOptions = (ownerId: string) =>
  useQuery({
    queryKey: decisionOptionsQueryKey(ownerId),
    queryFn: requestDecisionOptions,
    staleTime: CACHE_LIFETIME_MS.list,
  });

export function useCatalogPage(question: CatalogQuery) {
  const { catalog, ownerId } = useCatalogScreen();
  return useQuery({
    queryKey: [...catalogsQueryKey(ownerId), catalog.key, 'page', question],
    queryFn: () => catalog.calls.list(question),
    staleTime: CACHE_LIFETIME_MS.list,
    placeholderData: keepPreviousData,
  });
}

/**
 * Reads one row; null if the filters exclude it, undefined until it is read. `seen`: row as shown in the list, used until the row
 * itself is read.
 */
export function useCatalogRow(id: string, filters: CatalogFilters, seen?: CatalogItem) {
  const { catalog, ownerId } = useCatalogScreen();
  const { key, calls } = catalog;
  const client = useQueryClient();
  const queryKey = [...catalogsQueryKey(ownerId), key, 'record', id, calls.isFoundById ? null : filters];
  const query = useQuery({ queryKey, queryFn: () => calls.read(id, filters), staleTime: 0 });
  /**
   * Reads the row without filters, because another user's rename may make the filters exclude the row. Resolves to null if the
   * row cannot be read.
   */
  const reread = () => calls.read(id, defaultCatalogFilters).catch(() => null);
  const item = query.data === undefined ? seen : query.data;
  return { ...query, item, reread, take: (taken: CatalogItem) => client.setQueryData(queryKey, taken) };
}

/** Returns a function that fetches the shown data again and updates the catalogue cache after a change. */
export function useRefetchAndUpdateDevice() {
  const { catalog, ownerId } = useCatalogScreen();
  const client = useQueryClient();
  return (): void => {
    void client.invalidateQueries({ queryKey: catalogsQueryKey(ownerId) });
    updateDeviceAfterCatalogChange(catalog.calls.resource).catch(reportError);
  };
}
