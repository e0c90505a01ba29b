import { useQuery } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { fetchCatalogTotals } from '#sync/administration/catalogs/catalog-administration.ts';
import { catalogsQueryKey } from './catalogs-query-key.ts';

/** Queries the numbers of rows of each catalogue. A catalogue that the server lacks has none. */
export const useCatalogTotals = (ownerId: string) =>
  useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'totals'],
    queryFn: fetchCatalogTotals,
    staleTime: CACHE_LIFETIME_MS.list,
  });
