import { useLiveQuery } from 'dexie-react-hooks';
import { readPresence } from '#storage/account/accounts.ts';
import { readConnectionState } from '#storage/device/link.ts';
import { readEntry, readReceipt } from '#storage/outbox/entries.ts';
import type { Registered } from './done-state.ts';

/**
 * Returns the entry while any item is on its way, and its receipt afterwards; undefined while it is being read, or without an
 * id.
 */
export function useRegistered(ownerId: string, entryId: string | null): Registered | undefined {
  const read = useLiveQuery(async () => {
    if (entryId === null) return undefined;
    const [entry, receipt, link, presence] = await Promise.all([
      readEntry(ownerId, entryId),
      readReceipt(ownerId, entryId),
      readConnectionState(),
      readPresence(),
    ]);
    return { of: entryId, registered: { entry, receipt, link, gate: presence?.gate ?? 'open' } };
  }, [ownerId, entryId]);
  // The hook still returns the previous registration until it has read the next one.
  return read?.of === entryId ? read.registered : undefined;
}
