import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Account } from '#sync/session.ts';
import { clientFor } from './query-client.ts';

type Screen = ComponentType<{ account: Account }>;

/** Around the screens that read from the provider; the desk, which does not, need not load what this needs. */
export const withQueries = (Inner: Screen): Screen =>
  function Queries({ account }) {
    return (
      <QueryClientProvider client={clientFor(account.userId)}>
        <Inner account={account} />
      </QueryClientProvider>
    );
  };
