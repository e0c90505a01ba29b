import { useLiveQuery } from 'dexie-react-hooks';
import type { Link } from '#domain/link.ts';
import { readLink } from '#storage/device/link.ts';
import { requestDrain } from '#sync/outbox/outbox.ts';
import { useProbe } from '#ui/hooks/use-probe.ts';

const probeNow = () => requestDrain('timer');

/** The link, tried while it is down as soon as its backoff allows: somebody waits for the provider's word (S17). */
export function useLinkProbe(): Link | undefined {
  const link = useLiveQuery(readLink);
  useProbe(link?.name === 'down' ? link.nextProbeAt : null, probeNow);
  return link;
}
