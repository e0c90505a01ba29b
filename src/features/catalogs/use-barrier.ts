import { useLiveQuery } from 'dexie-react-hooks';
import { readLink } from '#storage/entries.ts';
import { changeBarrier } from '#sync/barrier.ts';
import { requestDrain } from '#sync/outbox.ts';
import type { Account } from '#sync/session.ts';
import { useProbe } from '#ui/use-probe.ts';

const probeNow = () => requestDrain('timer');

/** Why nothing can be changed now; null when it can. */
export function useBarrier(account: Account): string | null {
  const link = useLiveQuery(readLink);
  useProbe(link?.name === 'down' ? link.nextProbeAt : null, probeNow);
  return changeBarrier(account, link ?? { name: 'unknown' });
}
