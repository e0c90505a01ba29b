import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import type { Device } from '#contract/records/people/devices.ts';
import { readBrand } from '#storage/account/brand.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import { fetchDevices } from '#sync/administration/devices.ts';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { fetchExpectedPeople } from '#sync/expected/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';

/** Interval of refetches in ms, because other devices send while the page is open. */
const CLOSING_REFETCH_INTERVAL_MS = 30_000;

/** Reads the list of the brigade with the server's counts. */
export const useBrigadeList = ({ userId }: Account, { branchId, listId }: PreparedBrigade) =>
  useQuery({
    queryKey: ['brigade', userId, branchId, listId],
    queryFn: async () =>
      (await fetchExpectedPeople(listId, { search: '', state: 'all', page: 1, size: 1 })).list,
    refetchInterval: CLOSING_REFETCH_INTERVAL_MS,
  });

function useDeviceId(): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    ensureDeviceId().then(setId, reportError);
  }, []);
  return id;
}

/** Reads the devices with unsent entries by their last report, of all branches. */
async function fetchUnsentDevices(): Promise<readonly Device[]> {
  const [quiet, pending] = await Promise.all([
    fetchDevices({ q: '', standing: 'quiet' }, 1),
    fetchDevices({ q: '', standing: 'pending' }, 1),
  ]);
  return [...quiet.items, ...pending.items];
}

interface OtherDevices {
  /** Other devices of the branch with unsent entries by their last report; null if unknown or the user may not read it. */
  readonly devices: readonly Device[] | null;
  readonly isError: boolean;
}

/** Reads which other devices of the branch have reported unsent entries; only for administrators of users. */
export function useOtherUnsentDevices({ userId, branchId, actions }: Account): OtherDevices {
  const ownId = useDeviceId();
  const branchName = useLiveQuery(
    async () => (await readBrand({ userId, branchId }))?.branding.branch_name,
    [userId, branchId],
  );
  const { data, isError } = useQuery({
    queryKey: ['brigade', userId, 'devices'],
    queryFn: fetchUnsentDevices,
    refetchInterval: CLOSING_REFETCH_INTERVAL_MS,
    enabled: actions.includes('user_management'),
  });
  const isOther = ({ id, branch_name: name }: Device) => id !== ownId && name === branchName;
  return { devices: data && ownId !== null ? data.filter(isOther) : null, isError };
}
