import { onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { readAccount, type Account } from '#sync/session/session.ts';
import { reportFailure } from './failures.ts';

const QUERY_STALE_TIME_MS = 5 * 60_000;
const MAX_QUERY_RETRIES = 3;
const FIRST_QUERY_RETRY_DELAY_MS = 1_000;
const MAX_QUERY_RETRY_DELAY_MS = 30_000;

const errorStatusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/** Returns true if the server rejected the request with an error status. A repeated request would be rejected again. */
const isServerRejection = (error: unknown): boolean => {
  const status = errorStatusOf(error);
  return status !== null && status >= 400 && status < 500;
};

/**
 * Returns true if a failed query must be repeated. Without network the result is false, because three retries would only delay
 * the error message.
 */
export const shouldRetryQuery = (failures: number, error: unknown): boolean =>
  failures < MAX_QUERY_RETRIES && !isServerRejection(error) && navigator.onLine;

/** Returns the pause in milliseconds before the retry after `failures` + 1 failures: 1 s doubling to 30 s (P9). */
export const queryRetryDelayMs = (failures: number): number =>
  Math.min(FIRST_QUERY_RETRY_DELAY_MS * 2 ** failures, MAX_QUERY_RETRY_DELAY_MS);

/**
 * Returns true if the query failed. When the network returns, only failed queries are fetched again; the data of other queries
 * stays until it is five minutes old.
 */
const hasQueryFailed = (query: Query): boolean => query.state.status === 'error';

/**
 * Returns true for a query that may be repeated once the connection is back: the query is not in flight, and the server sent no
 * error status for it. Without this check, a failing query would set the connection to down, and the next successful probe
 * would repeat the query, again and again.
 */
export const isQueryRetriableOnReconnect = (query: Query): boolean =>
  query.state.fetchStatus === 'idle' && errorStatusOf(query.state.error) === null;

/**
 * P9: data counts as fresh for five minutes and is not fetched again when the window gets the focus. Requests are sent even if
 * `navigator.onLine` is false (S17).
 */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: QUERY_STALE_TIME_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: hasQueryFailed,
        retry: shouldRetryQuery,
        retryDelay: queryRetryDelayMs,
      },
    },
  });

type QueryAccount = Pick<Account, 'userId' | 'branchId'>;

let accountWithQueryClient: { readonly reader: QueryAccount; readonly client: QueryClient } | null = null;
let isObservingAccount = false;

const isCurrentQueryClientOf = (reader: QueryAccount | null): boolean =>
  accountWithQueryClient?.reader.userId === reader?.userId &&
  accountWithQueryClient?.reader.branchId === reader?.branchId;

function discardQueryClient(): void {
  accountWithQueryClient?.client.clear();
  accountWithQueryClient = null;
}

/** D4: clears the cached responses when their user signs out or changes the branch in any window. */
function discardQueryClientOnAccountChange(): void {
  if (isObservingAccount) return;
  isObservingAccount = true;
  liveQuery(readAccount).subscribe({
    next: (account) => {
      if (!isCurrentQueryClientOf(account)) discardQueryClient();
    },
    error: reportFailure,
  });
}

/**
 * Returns the client that holds the user's responses in memory. The client keeps the responses when a screen closes. Another
 * user or branch gets a new client.
 */
export function queryClientFor(reader: QueryAccount): QueryClient {
  discardQueryClientOnAccountChange();
  if (accountWithQueryClient && isCurrentQueryClientOf(reader)) return accountWithQueryClient.client;
  discardQueryClient();
  // Sets the initial network state, because `onlineManager` only receives changes. Otherwise a page opened without network
  // would ignore the first 'online' event.
  onlineManager.setOnline(navigator.onLine);
  accountWithQueryClient = { reader, client: createQueryClient() };
  return accountWithQueryClient.client;
}
