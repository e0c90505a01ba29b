import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import type { Account } from '#sync/session/session.ts';
import { clientFor, waitedForLink } from './query-client.ts';
import { useLinkProbe } from './use-link-probe.ts';

/**
 * R3: somebody reads, so that a link that is down is tried as soon as its backoff allows, and not only when something is
 * to be sent. What is on the screen is asked for again as soon as asking makes sense again: the link came back, or the
 * session was opened.
 */
function useComeback({ gate }: Account): void {
  const client = useQueryClient();
  const link = useLinkProbe();
  const asking = gate === 'open' && link.name !== 'down';
  const before = useRef(asking);
  useEffect(() => {
    const isBack = asking && !before.current;
    before.current = asking;
    if (isBack) void client.invalidateQueries({ type: 'active', predicate: waitedForLink });
  }, [client, asking]);
}

function Comeback({ account }: { account: Account }) {
  useComeback(account);
  return null;
}

/**
 * Around what reads from the provider; the desk, which does not, need not load what this needs. Another branch begins
 * anew: nothing that was read for the one before is shown.
 */
export const withQueries = <Props extends { account: Account }>(
  Inner: ComponentType<Props>,
): ComponentType<Props> =>
  function Queries(props) {
    const { userId, branchId } = props.account;
    return (
      <QueryClientProvider key={branchId} client={clientFor({ userId, branchId })}>
        <Comeback account={props.account} />
        <Inner {...props} />
      </QueryClientProvider>
    );
  };
