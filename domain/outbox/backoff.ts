import { RETRY_BASE_MS, RETRY_CAP_MS } from '#contract/limits.ts';
import { exponentialDelay } from '../exponential-delay.ts';

/** Maximum wait that a Retry-After header can cause, so that the user sees a lasting problem within an hour. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/**
 * Returns the milliseconds to wait after `attempts` sends (≥ 1) (S8): the server's Retry-After, of which at most an hour
 * counts, plus a random part (full jitter). The random part is below a limit that starts at 1 s and doubles up to 30 s.
 * `jitter` is in [0, 1).
 */
export function backoffDelayMs(attempts: number, jitter: number, retryAfter: number | null): number {
  const ceiling = exponentialDelay(attempts, RETRY_BASE_MS, RETRY_CAP_MS);
  const requested = Math.min(Math.max(retryAfter ?? 0, 0), RETRY_AFTER_MAX_MS);
  return Math.round(requested + jitter * ceiling);
}

/**
 * Parses a Retry-After header with seconds or an HTTP date (RFC 9110) to milliseconds; returns null when it is absent or
 * invalid.
 */
export function parseRetryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header.trim()) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
