/** Below this an upload that moves at all is not given up; a clinic's worst link does better. Bytes per millisecond. */
const SLOWEST_UPLINK = 4;
const PATIENCE_MS = 15_000;
const LONGEST_MS = 5 * 60_000;

/**
 * How long one send may take (S19). A hung connection must not hold the queue for minutes, and a slow one must not be
 * cut off for ever. The time starts short and doubles with each attempt, up to what the slowest link needs.
 */
export function sendTimeout(bytes: number, attempts: number): number {
  const needed = Math.min(LONGEST_MS, PATIENCE_MS + Math.ceil(bytes / SLOWEST_UPLINK));
  return Math.min(needed, PATIENCE_MS * 2 ** Math.min(attempts, 10));
}
