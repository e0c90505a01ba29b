import { useLiveQuery } from 'dexie-react-hooks';
import { readPresence } from '#storage/account/accounts.ts';
import { readLink } from '#storage/device/link.ts';
import { readEntry, readReceipt } from '#storage/outbox/entries.ts';
import type { Registered } from './done-state.ts';

/** The entry while any of it is on its way, its receipt afterwards; undefined while it is being read, or for nobody. */
export function useRegistered(ownerId: string, entryId: string | null): Registered | undefined {
  const read = useLiveQuery(async () => {
    if (entryId === null) return undefined;
    const [entry, receipt, link, presence] = await Promise.all([
      readEntry(ownerId, entryId),
      readReceipt(ownerId, entryId),
      readLink(),
      readPresence(),
    ]);
    return { of: entryId, registered: { entry, receipt, link, gate: presence?.gate ?? 'open' } };
  }, [ownerId, entryId]);
  // The hook goes on answering about the one before until it has read the next.
  return read?.of === entryId ? read.registered : undefined;
}
