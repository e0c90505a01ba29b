import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UnsentDevices } from '#contract/records/people/devices.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import { fetchUnsentDevices } from '#sync/administration/devices.ts';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { fetchExpectedPeople } from '#sync/expected/expected-lists.ts';
import { isUnsupportedCallError } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';

/** Interval of refetches in ms, because other devices send while the page is open. */
const CLOSING_REFETCH_INTERVAL_MS = 30_000;

/**
 * Reads the list of the brigade with the server's counts, again after each entry of this device that was sent. `unsent`: number
 * of entries that are not sent yet; undefined until it was counted.
 */
export const useBrigadeList = (
  { userId }: Account,
  { branchId, listId }: PreparedBrigade,
  unsent: number | undefined,
) =>
  useQuery({
    queryKey: ['brigade', userId, branchId, listId, unsent],
    queryFn: async () =>
      (await fetchExpectedPeople(listId, { search: '', state: 'all', page: 1, size: 1 })).list,
    refetchInterval: CLOSING_REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
    enabled: unsent !== undefined,
  });

function useDeviceId(): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    ensureDeviceId().then(setId, reportError);
  }, []);
  return id;
}

export type UnsentDevice = UnsentDevices['items'][number];

interface OtherDevices {
  /** Other devices with unsent entries by their last report; null if they were not read or the server does not offer them. */
  readonly unsent: readonly UnsentDevice[] | null;
  /** Other devices that have not reported since the day's work; null also if the server lists only unsent entries. */
  readonly silent: readonly UnsentDevice[] | null;
  /** True if their present state is known, or the server does not offer it. */
  readonly isRead: boolean;
}

/**
 * Reads which other devices of the branch have, or may have, unsent entries of the brigade's day, again after each entry of this
 * device that was sent (`unsent`, as above): the server knows only then until when the work lasted.
 */
export function useOtherDevices(
  { userId, branchId }: Account,
  { day }: PreparedBrigade,
  unsent: number | undefined,
): OtherDevices {
  const ownId = useDeviceId();
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['brigade', userId, branchId, 'devices', day, unsent],
    queryFn: () => fetchUnsentDevices(day),
    refetchInterval: CLOSING_REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
    enabled: unsent !== undefined,
  });
  const withoutOwn = (devices: readonly UnsentDevice[] | undefined) =>
    devices && ownId !== null ? devices.filter(({ id }) => id !== ownId) : null;
  return {
    unsent: withoutOwn(data?.items),
    silent: withoutOwn(data?.silent),
    isRead:
      error === null ? !isPending && !isPlaceholderData && ownId !== null : isUnsupportedCallError(error),
  };
}
