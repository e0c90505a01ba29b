import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { countEntriesOnDevice, readSyncSummary } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { useDelayedLiveQuery } from '#components/connection/use-settled-query.ts';
import { Icon } from '#ui/display/icon.tsx';
import { nextPeakUnsentCount, syncMessage, type SyncMessage } from './sync-messages.ts';
import './sync-pill.css';

export function useSyncMessage(ownerId: string): SyncMessage | null {
  const peak = useRef(0);
  const state = useDelayedLiveQuery(
    ['entries', 'items', 'device'],
    async () => {
      const [own, all, link] = await Promise.all([
        readSyncSummary(ownerId),
        countEntriesOnDevice(),
        readConnectionState(),
      ]);
      const counts = { ...own, others: all - own.unsent };
      peak.current = nextPeakUnsentCount(peak.current, counts);
      return syncMessage(counts, link, peak.current);
    },
    [ownerId],
  );
  return state ?? null;
}

export const syncPillClassName = (kind: SyncMessage['kind']): string => `sync-pill-${kind}`;

/** Link to the pending screen. Its text always states whether all entries were sent. */
export function SyncPill({ ownerId }: { ownerId: string }) {
  const words = useSyncMessage(ownerId);
  return (
    <Link to="/pending" className={`sync-pill sync-pill-${words?.kind ?? 'quiet'}`}>
      {words && <Icon name={words.icon} size={18} />}
      <output>{words?.text ?? 'Consultando…'}</output>
      <span className="visually-hidden">. Ver pendientes de envío</span>
    </Link>
  );
}
