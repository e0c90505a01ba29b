import { useState } from 'react';
import { retryItemsNow } from '#sync/outbox/entry-actions.ts';

/** Returns a function that sends an entry now. If this fails, the user is notified and the entry does not change. */
export function useRetryEntry(ownerId: string, entryId: string): { busy: boolean; retry: () => void } {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await retryItemsNow(ownerId, entryId);
    } finally {
      setBusy(false);
    }
  };
  return { busy, retry: () => void retry().catch(reportError) };
}
