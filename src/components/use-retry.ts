import { useState } from 'react';
import { retryNow } from '#sync/outbox/outbox.ts';

/** Tries to send an entry now. A failure is reported, and the entry stays unchanged. */
export function useRetry(ownerId: string, entryId: string): { busy: boolean; retry: () => void } {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await retryNow(ownerId, entryId);
    } finally {
      setBusy(false);
    }
  };
  return { busy, retry: () => void retry().catch(reportError) };
}
