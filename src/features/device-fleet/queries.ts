import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_MS } from '#contract/limits.ts';
import { countQuietDevices, fetchDevices, type DeviceFilters } from '#sync/administration/devices.ts';

/** A tablet goes quiet while somebody looks at the list, and nobody presses a key for it. */
const REFRESH_MS = 60_000;

/** As on the start page: the count is asked for once. */
const root = (ownerId: string) => ['devices', ownerId] as const;

export const useDevices = (ownerId: string, filters: DeviceFilters, page: number) =>
  useQuery({
    queryKey: [...root(ownerId), 'page', filters, page],
    queryFn: () => fetchDevices(filters, page),
    staleTime: CACHE_MS.list,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const useQuietCount = (ownerId: string): number =>
  useQuery({
    queryKey: [...root(ownerId), 'quiet'],
    queryFn: countQuietDevices,
    staleTime: CACHE_MS.list,
    refetchInterval: REFRESH_MS,
  }).data ?? 0;

/** After a change: lists and count are asked for anew. */
export function useFollowUp(ownerId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: root(ownerId) });
}
