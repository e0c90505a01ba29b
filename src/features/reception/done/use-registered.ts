import { useLiveQuery } from 'dexie-react-hooks';
import { readPresence } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { readQueuedRegistration, readRegistrationReceipt } from '#storage/outbox/entries.ts';
import type { ConfirmedRegistration } from './done-state.ts';

/**
 * Returns the registration's entry, or its receipt once the entry has left the outbox. Undefined while both are being read, and
 * if `entryId` is null.
 */
export function useConfirmedRegistration(
  ownerId: string,
  entryId: string | null,
): ConfirmedRegistration | undefined {
  const read = useLiveQuery(async () => {
    if (entryId === null) return undefined;
    const [entry, receipt, link, presence] = await Promise.all([
      readQueuedRegistration(ownerId, entryId),
      readRegistrationReceipt(ownerId, entryId),
      readConnectionState(),
      readPresence(),
    ]);
    return { of: entryId, registered: { entry, receipt, link, gate: presence?.gate ?? 'open' } };
  }, [ownerId, entryId]);
  // The live query returns the previous registration until it has read the new one.
  return read?.of === entryId ? read.registered : undefined;
}
