import { QueryClient } from '@tanstack/react-query';

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

/** Spec §9: five minutes fresh, no refetch on focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FIVE_MINUTES_MS,
      refetchOnWindowFocus: false,
      retry: shouldRetry,
      retryDelay: retryPause,
    },
  },
});
