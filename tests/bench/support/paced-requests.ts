import { setTimeout as pause } from 'node:timers/promises';
import { measureMs } from './report.ts';

/** Number of warm-up requests for each query, because Node has not compiled the code of a process that has just started. */
export const WARM_UP_REQUESTS = 60;
export const CALLS_PER_SECOND = 20;
export const REQUEST_COUNT = 120;

export interface PacedTimes {
  readonly first: number;
  readonly p95: number;
}

/**
 * Measures the first request, repeats the request until Node has compiled the code, and then sends `CALLS_PER_SECOND` requests per
 * second without waiting for responses.
 */
export async function measurePacedRequests(ask: () => Promise<unknown>): Promise<PacedTimes> {
  const first = await measureMs(ask);
  for (let asked = 0; asked < WARM_UP_REQUESTS; asked += 1) await ask();
  const times: Promise<number>[] = [];
  for (let sent = 0; sent < REQUEST_COUNT; sent += 1) {
    times.push(measureMs(ask));
    await pause(1_000 / CALLS_PER_SECOND);
  }
  const sorted = (await Promise.all(times)).toSorted((a, b) => a - b);
  return { first, p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN };
}
