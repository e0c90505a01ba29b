import { QueryClient } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { readAccount } from '#sync/session.ts';
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

export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && !isRefusal(error);

/** Milliseconds before the retry after `failures` + 1 failures: 1 s doubling to 30 s (spec §9). */
export const retryPause = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

/** Spec §9: five minutes fresh, no refetch on focus. What `navigator.onLine` believes holds nothing up (S17). */
const newClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: FIVE_MINUTES_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: shouldRetry,
        retryDelay: retryPause,
      },
    },
  });

let held: { readonly userId: string; readonly client: QueryClient } | null = null;
let following = false;

function forget(): void {
  held?.client.clear();
  held = null;
}

/** D4: what is in memory goes with its reader too, from whichever window they sign out. */
function followAccount(): void {
  if (following) return;
  following = true;
  liveQuery(readAccount).subscribe({
    next: (account) => {
      if (held && account?.userId !== held.userId) forget();
    },
    error: reportFailure,
  });
}

/** The reader's answers in memory: they outlive the screens, and no other reader sees them. */
export function clientFor(userId: string): QueryClient {
  followAccount();
  if (held?.userId !== userId) {
    forget();
    held = { userId, client: newClient() };
  }
  return held.client;
}
