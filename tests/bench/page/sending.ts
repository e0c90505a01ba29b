import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { readSyncSummary } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { drain } from '#sync/outbox/sending/drain.ts';
import { drainInThisContext } from '#sync/outbox/outbox.ts';
import { RequestLimiter } from '#sync/outbox/sending/request-limiter.ts';
import { measureBareRequestsMs } from './bare-requests.ts';
import { getPreparedReception, type PreparedReception } from './reception.ts';
import { insertRegistrations } from './insert-rows.ts';
import { measureMs } from './timed.ts';

/** Drains the stored entries and returns the time in ms. */
async function measureDrain(_count: number): Promise<number> {
  const milliseconds = await measureMs(() => drainInThisContext('person'));
  const { unsent } = await readSyncSummary(getPreparedReception().ownerId);
  if (unsent > 0) throw new Error(`${unsent} entries were not delivered`);
  return milliseconds;
}

/** Stores `count` entries, drains them and returns the time in ms of the drain. */
async function insertAndMeasureDrain(count: number): Promise<number> {
  await insertRegistrations(count);
  return measureDrain(count);
}

/**
 * Returns the time in ms of the outbox's own work per entry: claiming items and recording results. The simulated server
 * responds immediately.
 */
async function measureLocalMsPerEntry(count: number): Promise<number> {
  await insertRegistrations(count);
  const send = () => Promise.resolve({ type: 'accepted' as const, remoteId: crypto.randomUUID() });
  const courier = {
    begin: () => undefined,
    prepare: (_claimed: ClaimedItem) => Promise.resolve({ size: 0, send }),
    probe: () => Promise.resolve({ reached: true as const }),
  };
  const traffic = new RequestLimiter(Date.now);
  const ports = { store: outboxStore, courier, now: Date.now, jitter: Math.random, traffic };
  return (await measureMs(() => drain(getPreparedReception().ownerId, ports))) / count;
}

/** Benchmarks that the page runs in the worker. Each takes a number of entries and returns a time in ms. */
export const workerBenchmarks = {
  layDown: (count: number) => measureMs(() => insertRegistrations(count)),
  layDownSmall: (count: number) => measureMs(() => insertRegistrations(count, 'small')),
  drainNow: measureDrain,
  drainEntries: insertAndMeasureDrain,
  bareRequests: measureBareRequestsMs,
  localCost: measureLocalMsPerEntry,
};

/** Message from the page to the worker: either the prepared data or the benchmark to run. */
export type SendingRequest =
  | { readonly prepared: PreparedReception }
  | { readonly name: keyof typeof workerBenchmarks; readonly count: number };
export type SendingResponse = { readonly milliseconds: number } | { readonly error: string };
