import type { Link } from '#domain/link.ts';
import { requestDrain } from '#sync/outbox/outbox.ts';
import { useLink } from '#components/use-link.ts';
import { useProbe } from '#ui/hooks/use-probe.ts';

const probeNow = () => requestDrain('timer');

/** The link, tried while it is down as soon as its backoff allows: somebody waits for the provider's word (S17). */
export function useLinkProbe(): Link {
  const link = useLink();
  useProbe(link.name === 'down' ? link.nextProbeAt : null, probeNow);
  return link;
}
