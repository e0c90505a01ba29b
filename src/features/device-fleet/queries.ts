import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import {
  countSilentDevicesWithUnsent,
  fetchDevices,
  type DeviceFilters,
} from '#sync/administration/devices.ts';

/** Interval of refetches in ms, because a tablet may lose contact while the list is open. */
const DEVICES_REFETCH_INTERVAL_MS = 60_000;

/**
 * Start of the keys of all queries for devices. The start page uses the same key as `useQuietDeviceCount`, so that the number
 * of tablets is requested only once.
 */
const devicesQueryKey = (ownerId: string) => ['devices', ownerId] as const;

export const useDevices = (ownerId: string, filters: DeviceFilters, page: number) =>
  useQuery({
    queryKey: [...devicesQueryKey(ownerId), 'page', filters, page],
    queryFn: () => fetchDevices(filters, page),
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: DEVICES_REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });

export const useQuietDeviceCount = (ownerId: string): number =>
  useQuery({
    queryKey: [...devicesQueryKey(ownerId), 'quiet'],
    queryFn: countSilentDevicesWithUnsent,
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: DEVICES_REFETCH_INTERVAL_MS,
  }).data ?? 0;

export function useDeviceRefetch(ownerId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: devicesQueryKey(ownerId) });
}
