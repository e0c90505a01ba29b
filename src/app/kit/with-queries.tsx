import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import type { Account } from '#sync/session/session.ts';
import { queryClientFor, isQueryRetriableOnReconnect } from './query-client.ts';
import { useProbedConnectionState } from './use-link-probe.ts';

/**
 * R3: probes a connection that is down as soon as its backoff allows, because a user is waiting for data. Fetches the current
 * screen's data again when the connection is back or the session is open again.
 */
function useProbeAndRefetch({ gate }: Account): void {
  const client = useQueryClient();
  const link = useProbedConnectionState();
  const asking = gate === 'open' && link.name !== 'down';
  const before = useRef(asking);
  useEffect(() => {
    const isBack = asking && !before.current;
    before.current = asking;
    if (isBack) void client.invalidateQueries({ type: 'active', predicate: isQueryRetriableOnReconnect });
  }, [client, asking]);
}

function ReconnectRefetcher({ account }: { account: Account }) {
  useProbeAndRefetch(account);
  return null;
}

/**
 * Wraps a screen that reads from the server. The code is in a separate file, because reception does not need it. A change of
 * branch gives the screen a new client, so that the screen shows no data of the previous branch.
 */
export const withQueryClient = <Props extends { account: Account }>(
  Inner: ComponentType<Props>,
): ComponentType<Props> =>
  function Queries(props) {
    const { userId, branchId } = props.account;
    return (
      <QueryClientProvider key={branchId} client={queryClientFor({ userId, branchId })}>
        <ReconnectRefetcher account={props.account} />
        <Inner {...props} />
      </QueryClientProvider>
    );
  };
