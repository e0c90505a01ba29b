import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyTestStatement, statement } from '#tests/support/device/backup-statement.ts';
import {
  ANA,
  BRANCH,
  captureAndConfirm,
  confirmedEntry,
  deliverNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { recordUserActivity } from '../account/lock.ts';
import { confirmCachedResponse, cacheBytes, cacheJson, type CacheKey } from '../cache/cache.ts';
import { replaceCatalogCache } from '../cache/catalogs.ts';
import { db } from '../database/database.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const place = (name: string): CacheKey => ({ kind: 'file', name, evaluationId: name });
const unasked = (fetchedAt: number) => ({ fetchedAt, opened: false });
const bytes = new Uint8Array(100).buffer;

type Table = Record<string, (...given: unknown[]) => Promise<unknown>>;

function before(table: object, name: string, happens: (first: unknown) => void): void {
  const methods = table as Table;
  const method = methods[name]?.bind(table);
  vi.spyOn(methods, name).mockImplementation(async (...given) => {
    happens(given[0]);
    return method?.(...given);
  });
}

function fullUntil(rows: number): void {
  let gone = 0;
  for (const table of [db.cache, db.kept])
    before(table, 'bulkDelete', (keys) => (gone += (keys as string[]).length));
  const fail = () => {
    if (gone < rows) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  };
  before(db.bytes, 'add', fail);
  before(db.cache, 'put', fail);
  before(db.cache, 'update', fail);
  before(db.device, 'put', fail);
  before(db.mirrors, 'put', fail);
}

const cached = async () => (await db.cache.toArray()).map(({ evaluationId }) => evaluationId);
const kept = () => db.kept.count();

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
  await applyTestStatement(statement());
  await confirmedEntry('1');
  for (let nth = 0; nth < 3; nth += 1) await deliverNext();
  for (const [nth, name] of ['c', 'a', 'd', 'b'].entries())
    await cacheBytes(reader, place(name), bytes, unasked(nth));
});
afterEach(() => vi.restoreAllMocks());

describe('S29 P10.107 write to a full disk', () => {
  it('the device does not cache a response when the disk is full, and evicts nothing for it', async () => {
    fullUntil(1);
    for (const work of [
      () => cacheBytes(reader, place('e'), bytes, unasked(9)),
      () => cacheJson(reader, place('e'), {}, unasked(9)),
      () => confirmCachedResponse(reader, place('a'), unasked(9)),
    ])
      await expect(work()).rejects.toMatchObject({ kind: 'full' });
    expect([await cached(), await kept()]).toEqual([['a', 'b', 'c', 'd'], 1]);
  });

  it.each([
    [1, ['b', 'd'], 1],
    [3, ['b'], 1],
    [4, [], 1],
    [5, [], 0],
  ])(
    'a registration that needs the space of %i rows evicts the oldest cached responses first, then retained entries',
    async (rows, stay, arrived) => {
      fullUntil(rows);
      expect(await captureAndConfirm('2')).toMatchObject({ type: 'confirmed' });
      expect([await cached(), await kept()]).toEqual([stay, arrived]);
    },
  );

  describe.each([
    ['a catalogue', () => replaceCatalogCache('doctors', [], [], 1)],
    ['a note of the device', () => recordUserActivity(1)],
  ])('storing %s on a full disk', (_name, work) => {
    it('a write to a full disk succeeds after evicting cached responses', async () => {
      fullUntil(1);
      await work();
      expect([await cached(), await kept()]).toEqual([['b', 'd'], 1]);
    });

    it('a write to a full disk fails and keeps retained entries when evicting all cached responses is not enough', async () => {
      fullUntil(99);
      await expect(work()).rejects.toMatchObject({ kind: 'full' });
      expect([await cached(), await kept()]).toEqual([[], 1]);
    });
  });
});
