import { RETRY_BASE_MS, RETRY_CAP_MS } from '#contract/limits.ts';
import { exponentialDelay } from '../exponential-delay.ts';

/** Upper limit of a Retry-After header: longer waits are shortened, because a user should see the problem within an hour. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/**
 * Returns the milliseconds to wait after `attempts` sends (≥ 1) (S8). The random delay (full jitter) is below 1 s, doubling to
 * 30 s; the server's Retry-After is added, up to an hour. `jitter` is in [0, 1).
 */
export function backoffDelay(attempts: number, jitter: number, retryAfter: number | null): number {
  const ceiling = exponentialDelay(attempts, RETRY_BASE_MS, RETRY_CAP_MS);
  const asked = Math.min(Math.max(retryAfter ?? 0, 0), RETRY_AFTER_MAX_MS);
  return Math.round(asked + jitter * ceiling);
}

/** Returns Retry-After in milliseconds, from seconds or an HTTP date (RFC 9110); null when absent or unreadable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header.trim()) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
