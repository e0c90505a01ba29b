// @module-tag landing
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyTestStatement, createBackupStatement } from '#tests/support/device/backup-statement.ts';
import {
  ANA_ID,
  BRANCH_ID,
  captureAndConfirm,
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { recordUserActivity } from '../account/lock.ts';
import { refreshCachedResponseTime, cacheBytes, cacheJson, type CacheKey } from '../cache/cache.ts';
import { replaceCatalogCache } from '../cache/catalogs.ts';
import { db } from '../database/database.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const createFileCacheKey = (name: string): CacheKey => ({ kind: 'file', name, evaluationId: name });
const prefetchedCacheOptionsAt = (fetchedAt: number) => ({ fetchedAt, opened: false });
const bytes = new Uint8Array(100).buffer;

type AsyncMethods = Record<string, (...given: unknown[]) => Promise<unknown>>;

function runBeforeMethod(table: object, name: string, happens: (first: unknown) => void): void {
  const methods = table as AsyncMethods;
  const method = methods[name]?.bind(table);
  vi.spyOn(methods, name).mockImplementation(async (...given) => {
    happens(given[0]);
    return method?.(...given);
  });
}

function simulateFullStorageUntil(rows: number): void {
  let gone = 0;
  for (const table of [db.cache, db.kept])
    runBeforeMethod(table, 'bulkDelete', (keys) => (gone += (keys as string[]).length));
  const fail = () => {
    if (gone < rows) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  };
  runBeforeMethod(db.bytes, 'add', fail);
  runBeforeMethod(db.cache, 'put', fail);
  runBeforeMethod(db.cache, 'update', fail);
  runBeforeMethod(db.device, 'put', fail);
  runBeforeMethod(db.mirrors, 'put', fail);
}

const listCachedEvaluationIds = async () =>
  (await db.cache.toArray()).map(({ evaluationId }) => evaluationId);
const countRetainedEntries = () => db.kept.count();

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  await applyTestStatement(createBackupStatement());
  await confirmNewEntry('1');
  for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
  for (const [nth, name] of ['c', 'a', 'd', 'b'].entries())
    await cacheBytes(cacheOwner, createFileCacheKey(name), bytes, prefetchedCacheOptionsAt(nth));
});
afterEach(() => vi.restoreAllMocks());

describe('S29 P10.107 write to a full disk', () => {
  it('the device does not cache a response when the disk is full, and evicts nothing for it', async () => {
    simulateFullStorageUntil(1);
    for (const work of [
      () => cacheBytes(cacheOwner, createFileCacheKey('e'), bytes, prefetchedCacheOptionsAt(9)),
      () => cacheJson(cacheOwner, createFileCacheKey('e'), {}, prefetchedCacheOptionsAt(9)),
      () => refreshCachedResponseTime(cacheOwner, createFileCacheKey('a'), prefetchedCacheOptionsAt(9)),
    ])
      await expect(work()).rejects.toMatchObject({ kind: 'full' });
    expect([await listCachedEvaluationIds(), await countRetainedEntries()]).toEqual([
      ['a', 'b', 'c', 'd'],
      1,
    ]);
  });

  it.each([
    [1, ['b', 'd'], 1],
    [3, ['b'], 1],
    [4, [], 1],
    [5, [], 0],
  ])(
    'a registration that needs the space of %i rows evicts the oldest cached responses first, then retained entries',
    async (rows, stay, arrived) => {
      simulateFullStorageUntil(rows);
      expect(await captureAndConfirm('2')).toMatchObject({ type: 'confirmed' });
      expect([await listCachedEvaluationIds(), await countRetainedEntries()]).toEqual([stay, arrived]);
    },
  );

  describe.each([
    ['a catalogue', () => replaceCatalogCache('doctors', [], [], 1)],
    ['a note of the device', () => recordUserActivity(1)],
  ])('storing %s on a full disk', (_name, work) => {
    it('the write succeeds after cached responses are evicted', async () => {
      simulateFullStorageUntil(1);
      await work();
      expect([await listCachedEvaluationIds(), await countRetainedEntries()]).toEqual([['b', 'd'], 1]);
    });

    it('the write fails and keeps the retained entries when evicting all cached responses is not enough', async () => {
      simulateFullStorageUntil(99);
      await expect(work()).rejects.toMatchObject({ kind: 'full' });
      expect([await listCachedEvaluationIds(), await countRetainedEntries()]).toEqual([[], 1]);
    });
  });
});
