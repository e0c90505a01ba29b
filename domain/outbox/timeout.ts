/** Rate in bytes per millisecond of the slowest connection for which an upload gets enough time. */
const SLOWEST_UPLINK_BYTES_PER_MS = 4;
const BASE_TIMEOUT_MS = 15_000;
const MAX_SEND_TIMEOUT_MS = 5 * 60_000;

/**
 * Returns the timeout of one send in milliseconds (S19). The timeout of the first attempt is short, so that a hung connection
 * does not block the queue for minutes. It doubles with each attempt, up to the time that the slowest connection needs.
 */
export function sendTimeoutMs(bytes: number, attempts: number): number {
  const needed = Math.min(
    MAX_SEND_TIMEOUT_MS,
    BASE_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_UPLINK_BYTES_PER_MS),
  );
  return Math.min(needed, BASE_TIMEOUT_MS * 2 ** Math.min(attempts, 10));
}
