import { setTimeout as pause } from 'node:timers/promises';

/** Waits for the work, at most `ms` milliseconds; returns `late` if the work takes longer. Rejects if the work fails before. */
export async function waitAtMost<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, pause(ms, late, { signal: ended.signal })]);
  } finally {
    ended.abort();
  }
}
