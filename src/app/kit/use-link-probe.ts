import type { ConnectionState } from '#domain/link.ts';
import { requestDrain } from '#sync/outbox/outbox.ts';
import { useConnectionState } from '#components/use-link.ts';
import { useProbe } from '#ui/hooks/use-probe.ts';

const probeNow = () => requestDrain('timer');

/**
 * Returns the connection state and, while it is down, probes as soon as the backoff allows, because a user is waiting for the
 * server (S17).
 */
export function useConnectionProbe(): ConnectionState {
  const link = useConnectionState();
  useProbe(link.name === 'down' ? link.nextProbeAt : null, probeNow);
  return link;
}
