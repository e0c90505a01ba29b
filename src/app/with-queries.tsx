import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Account } from '#sync/session.ts';
import { clientFor } from './query-client.ts';

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
        <Inner {...props} />
      </QueryClientProvider>
    );
  };
