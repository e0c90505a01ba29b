import { onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { readAccount, type Account } from '#sync/session/session.ts';
import { reportFailure } from './failures.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const RETRIES = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;

/** A refusal stays a refusal, however often one asks. */
const isRefusal = (error: unknown): boolean => {
  const status = statusOf(error);
  return status !== null && status >= 400 && status < 500;
};

/** Without any network three more failures would only put off saying so. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && !isRefusal(error) && navigator.onLine;

/** Milliseconds before the retry after `failures` + 1 failures: 1 s doubling to 30 s (P9). */
export const retryPause = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

/** What a screen could not show comes by itself with the network; what it shows is as fresh as it was. */
const hasFailed = (query: Query): boolean => query.state.status === 'error';

/**
 * What may be asked for again once the link is back: not what is being asked for, and not what the provider refused or failed at.
 * A link that is down because that very call fails would otherwise have it asked at each probe.
 */
export const waitedForLink = (query: Query): boolean =>
  query.state.fetchStatus === 'idle' && statusOf(query.state.error) === null;

/** P9: five minutes fresh, no refetch on focus. What `navigator.onLine` believes holds nothing up (S17). */
const newClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: FIVE_MINUTES_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: hasFailed,
        retry: shouldRetry,
        retryDelay: retryPause,
      },
    },
  });

/** Whose answers they are, and for which branch they were asked. */
type Reader = Pick<Account, 'userId' | 'branchId'>;

let held: { readonly reader: Reader; readonly client: QueryClient } | null = null;
let following = false;

const isHeldFor = (reader: Reader | null): boolean =>
  held?.reader.userId === reader?.userId && held?.reader.branchId === reader?.branchId;

function forget(): void {
  held?.client.clear();
  held = null;
}

/** D4: what is in memory goes with its reader too, from whichever window they sign out or change the branch. */
function followAccount(): void {
  if (following) return;
  following = true;
  liveQuery(readAccount).subscribe({
    next: (account) => {
      if (!isHeldFor(account)) forget();
    },
    error: reportFailure,
  });
}

/** The reader's answers in memory: they outlive the screens, and no other reader or branch sees them. */
export function clientFor(reader: Reader): QueryClient {
  followAccount();
  if (held && isHeldFor(reader)) return held.client;
  forget();
  // It hears of changes alone: on a page that was opened without network 'online' would be none.
  onlineManager.setOnline(navigator.onLine);
  held = { reader, client: newClient() };
  return held.client;
}
