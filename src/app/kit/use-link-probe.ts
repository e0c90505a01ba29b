import type { ConnectionState } from '#domain/connection-state.ts';
import { requestDrain } from '#sync/outbox/outbox.ts';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import { useScheduledProbe } from '#ui/hooks/use-probe.ts';

const requestDrainAsProbe = () => requestDrain('timer');

/**
 * Returns the connection state. While the connection is down, the hook probes as soon as the backoff allows, because a user is
 * waiting for the server (S17).
 */
export function useProbedConnectionState(): ConnectionState {
  const link = useConnectionState();
  useScheduledProbe(link.name === 'down' ? link.nextProbeAt : null, requestDrainAsProbe);
  return link;
}
