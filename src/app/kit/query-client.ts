import { onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { readAccount, type Account } from '#sync/session/session.ts';
import { reportFailure } from './failures.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const MAX_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/** Returns true if the server rejected the request with an error status. A repeated request would be rejected again. */
const isFinalError = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500;
};

/**
 * Returns true if a failed query must be repeated. Without network the result is false, because three retries would only delay
 * the error message.
 */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && !isFinalError(error) && navigator.onLine;

/** Returns the pause in milliseconds before the retry after `failures` + 1 failures: 1 s doubling to 30 s (P9). */
export const retryDelayMs = (failures: number): number =>
  Math.min(FIRST_RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS);

/**
 * Returns true if the query failed. When the network returns, only failed queries are fetched again; the data of other queries
 * stays until it is five minutes old.
 */
const hasFailed = (query: Query): boolean => query.state.status === 'error';

/**
 * Returns true for a query that may be repeated once the connection is back: the query is not in flight, and the server sent no
 * error status for it. Without this check, a failing query would set the connection to down, and the next successful probe
 * would repeat the query, again and again.
 */
export const isRetriableAfterReconnect = (query: Query): boolean =>
  query.state.fetchStatus === 'idle' && statusOf(query.state.error) === null;

/**
 * P9: data counts as fresh for five minutes and is not fetched again when the window gets the focus. Requests are sent even if
 * `navigator.onLine` is false (S17).
 */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: FIVE_MINUTES_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: hasFailed,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
      },
    },
  });

type QueryAccount = Pick<Account, 'userId' | 'branchId'>;

let currentClient: { readonly reader: QueryAccount; readonly client: QueryClient } | null = null;
let isObservingAccount = false;

const isClientOf = (reader: QueryAccount | null): boolean =>
  currentClient?.reader.userId === reader?.userId && currentClient?.reader.branchId === reader?.branchId;

function discardCurrentClient(): void {
  currentClient?.client.clear();
  currentClient = null;
}

/** D4: clears the cached responses when their user signs out or changes the branch in any window. */
function clearClientOnAccountChange(): void {
  if (isObservingAccount) return;
  isObservingAccount = true;
  liveQuery(readAccount).subscribe({
    next: (account) => {
      if (!isClientOf(account)) discardCurrentClient();
    },
    error: reportFailure,
  });
}

/**
 * Returns the client that holds the user's responses in memory. The client keeps the responses when a screen closes. Another
 * user or branch gets a new client.
 */
export function queryClientFor(reader: QueryAccount): QueryClient {
  clearClientOnAccountChange();
  if (currentClient && isClientOf(reader)) return currentClient.client;
  discardCurrentClient();
  // Sets the initial network state, because `onlineManager` only receives changes. Otherwise a page opened without network
  // would ignore the first 'online' event.
  onlineManager.setOnline(navigator.onLine);
  currentClient = { reader, client: createQueryClient() };
  return currentClient.client;
}
