import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { countEntries, syncSummary } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/link.ts';
import { useSettledQuery } from '#components/use-settled.ts';
import { Icon } from '#ui/display/icon.tsx';
import { nextPeak, syncMessage, type SyncMessage } from './sync-words.ts';
import './sync-pill.css';

/** Follows the outbox and the connection state; null until the device has responded. */
export function useSyncMessage(ownerId: string): SyncMessage | null {
  const peak = useRef(0);
  const state = useSettledQuery(
    ['entries', 'items', 'device'],
    async () => {
      const [own, all, link] = await Promise.all([
        syncSummary(ownerId),
        countEntries(),
        readConnectionState(),
      ]);
      const counts = { ...own, others: all - own.unsent };
      peak.current = nextPeak(peak.current, counts);
      return syncMessage(counts, link, peak.current);
    },
    [ownerId],
  );
  return state ?? null;
}

/** Returns the CSS class for the colours of a state, wherever it is shown. */
export const syncTone = (kind: SyncMessage['kind']): string => `sync-pill-${kind}`;

/** Shows as text what has arrived and what has not, always visible; opens the pending screen. */
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
