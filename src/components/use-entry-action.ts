import { useState } from 'react';
import { discardEntry, retryNow } from '#sync/outbox/outbox.ts';
import { toast } from '#ui/notices/toast.ts';

/** Tries to send an entry now. A failure is reported: the entry stays as it was. */
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

interface Discarding {
  readonly ownerId: string;
  readonly entryId: string;
  /** What is said when it is gone. */
  readonly done: string;
  readonly onClose: () => void;
}

/** S10: takes an entry out for good, unless it is being sent; either is said. */
export function useDiscard({ ownerId, entryId, done, onClose }: Discarding) {
  const [busy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      const outcome = await discardEntry(ownerId, entryId);
      if (outcome === 'being_sent') toast('error', 'Se está enviando en este momento. Espera el resultado.');
      else toast('ok', done);
    } finally {
      onClose();
    }
  };
  return { busy, discard: () => void discard().catch(reportError) };
}
