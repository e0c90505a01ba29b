import { liveQuery } from 'dexie';
import { beforeEach, expect, it, vi } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { ANA_ID, confirmNewEntry, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { expireSession, readAccount } from '../../account/accounts.ts';
import { discardOutboxEntry } from '../../outbox/entry-actions.ts';
import { listEntries, readQueuedRegistration } from '../../outbox/entries.ts';
import { db } from '../database.ts';
import { limitLiveQueryMemory } from './live-memory.ts';

/**
 * Returns the results of a live query before and after a change. Dexie observes reads only up to the first wait for anything
 * other than the database, and not through several async functions; later reads would leave the screen outdated.
 */
async function recordLiveValuesAroundChange<Value>(
  query: () => Promise<Value>,
  change: () => Promise<unknown>,
): Promise<Value[]> {
  const seen: Value[] = [];
  const subscription = liveQuery(query).subscribe((value) => seen.push(value));
  await retryUntilPassing(() => expect(seen).toHaveLength(1));
  await change();
  await retryUntilPassing(() => expect(seen.length).toBeGreaterThan(1));
  subscription.unsubscribe();
  return seen;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

it('S10 the list of entries updates when an entry leaves the outbox', async () => {
  const entryId = await confirmNewEntry('9999000017');
  const seen = await recordLiveValuesAroundChange(
    () => listEntries(ANA_ID, { limit: 9 }),
    () => discardOutboxEntry(ANA_ID, entryId, Date.now()),
  );
  expect(seen.at(-1)).toEqual([]);
});

it('S10 the live query of an open registration returns null when its entry leaves the outbox', async () => {
  const entryId = await confirmNewEntry('9999000017');
  const seen = await recordLiveValuesAroundChange(
    () => readQueuedRegistration(ANA_ID, entryId),
    () => discardOutboxEntry(ANA_ID, entryId, Date.now()),
  );
  expect(seen.at(-1)).toBeNull();
});

it('S9 the session state updates in every window', async () => {
  const seen = await recordLiveValuesAroundChange(readAccount, () => expireSession(ANA_ID));
  expect(seen.map((account) => account?.gate)).toEqual(['open', 'expired']);
});

it('a live query releases its previous run, because windows stay open for weeks', async () => {
  // With Dexie's cache, a run of a live query would add a listener for each result that it shares with another run, so that
  // memory would grow with each write of the worker.
  const hung = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const queries = [
    liveQuery(() => listEntries(ANA_ID, { limit: 9 })),
    liveQuery(() => listEntries(ANA_ID, { limit: 9 })),
  ];
  const counts = [0, 0];
  const subscriptions = queries.map((query, nth) => query.subscribe(({ length }) => (counts[nth] = length)));
  for (const number of ['1', '2', '3']) await confirmNewEntry(number);
  await retryUntilPassing(() => expect(counts).toEqual([3, 3]));
  subscriptions.forEach((subscription) => subscription.unsubscribe());
  expect(hung).not.toHaveBeenCalled();
  hung.mockRestore();
});

it('a live query that no write affects is repeated after 250 changes, which releases the collected changes', async () => {
  limitLiveQueryMemory();
  let reads = 0;
  const subscription = liveQuery(() => {
    reads += 1;
    return db.mirrors.count();
  }).subscribe(() => undefined);
  await retryUntilPassing(() => expect(reads).toBe(1));
  for (let nth = 0; nth < 240; nth += 1) await db.device.put({ id: 'restored' });
  expect(reads).toBe(1);
  for (let nth = 0; nth < 10; nth += 1) await db.device.put({ id: 'restored' });
  await retryUntilPassing(() => expect(reads).toBe(2));
  subscription.unsubscribe();
});
