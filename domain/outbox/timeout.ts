/** Rate in bytes per millisecond below which an upload may be aborted; even a clinic's worst connection is faster. */
const SLOWEST_UPLINK = 4;
const PATIENCE_MS = 15_000;
const LONGEST_MS = 5 * 60_000;

/**
 * Returns the timeout of one send (S19). A hung connection must not block the queue for minutes, and a slow connection must be
 * able to finish. Therefore the timeout starts short and doubles with each attempt, up to the time that the slowest connection
 * needs.
 */
export function sendTimeout(bytes: number, attempts: number): number {
  const needed = Math.min(LONGEST_MS, PATIENCE_MS + Math.ceil(bytes / SLOWEST_UPLINK));
  return Math.min(needed, PATIENCE_MS * 2 ** Math.min(attempts, 10));
}
