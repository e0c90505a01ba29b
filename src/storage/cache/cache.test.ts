import * as z from 'zod/mini';
import { beforeEach, describe, expect, it } from 'vitest';
import { ANA_ID, BEA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { damageCopyOfBytes } from '#tests/support/device/unfaithful-rows.ts';
import { signOutAccount } from '../account/accounts.ts';
import {
  refreshCachedResponseTime,
  deleteCachedEvaluation,
  isCached,
  cacheBytes,
  cacheJson,
  pruneStaleCacheRows,
  readCachedBytes,
  readCachedEvaluations,
  readCachedJson,
  type CacheKey,
} from './cache.ts';
import { discardWindowWorksheet, loadWorksheet, saveWorksheet } from '../drafts/clinical-drafts.ts';
import { db } from '../database/database.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const cacheKeyOfEvaluation = (id: string): CacheKey => ({ kind: 'evaluation', name: id, evaluationId: id });
const cacheKeyOfPicture = (id: string): CacheKey => ({
  kind: 'file',
  name: `${id}/photo.jpg`,
  evaluationId: id,
});
const openedCacheOptions = { fetchedAt: 1_000, opened: true };
const prefetchedCacheOptions = { fetchedAt: 1_000, opened: false };
const bytes = new Uint8Array([7, 8, 9]).buffer;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('R3 cached responses for offline access', () => {
  it('the response cache returns a response unchanged, with the time at which it was fetched', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), { name: 'Zoraida' }, openedCacheOptions);
    await cacheBytes(cacheOwner, cacheKeyOfPicture('e1'), bytes, openedCacheOptions);
    expect(await readCachedJson(cacheOwner, cacheKeyOfEvaluation('e1'), z.unknown())).toEqual({
      value: { name: 'Zoraida' },
      fetchedAt: 1_000,
    });
    const kept = await readCachedBytes(cacheOwner, cacheKeyOfPicture('e1'));
    expect([...new Uint8Array(kept?.value ?? new ArrayBuffer(0))]).toEqual([7, 8, 9]);
    expect(await readCachedJson(cacheOwner, cacheKeyOfEvaluation('e2'), z.unknown())).toBeNull();
  });

  it('D1 the response cache contains no names in plain text', async () => {
    await cacheJson(
      cacheOwner,
      cacheKeyOfEvaluation('e1'),
      { name: 'Zoraida', number: '9999000017' },
      openedCacheOptions,
    );
    const open = JSON.stringify(await db.cache.toArray());
    expect(open).not.toContain('Zoraida');
    expect(open).not.toContain('9999000017');
  });

  it('a cached response is not visible for another active branch', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, openedCacheOptions);
    const elsewhere = { ownerId: ANA_ID, branchId: BEA_ID };
    expect(await readCachedJson(elsewhere, cacheKeyOfEvaluation('e1'), z.unknown())).toBeNull();
    expect(await readCachedEvaluations(elsewhere, z.unknown())).toEqual([]);
  });

  it('a cached response gets a newer time when it is unchanged on the server', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), { version: 1 }, prefetchedCacheOptions);
    await refreshCachedResponseTime(cacheOwner, cacheKeyOfEvaluation('e1'), {
      fetchedAt: 5_000,
      opened: false,
    });
    expect(await readCachedJson(cacheOwner, cacheKeyOfEvaluation('e1'), z.unknown())).toEqual({
      value: { version: 1 },
      fetchedAt: 5_000,
    });
  });

  it('D4 a sign-out deletes the cached responses, and a response that arrives afterwards is not stored', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, openedCacheOptions);
    const late = cacheJson(cacheOwner, cacheKeyOfEvaluation('e2'), {}, openedCacheOptions);
    await signOutAccount(1);
    await late.catch(() => undefined);
    expect(await db.cache.count()).toBe(0);
  });

  it('D4 another user’s sign-in deletes the cached responses', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, openedCacheOptions);
    await signInOnDevice(BEA_ID);
    expect(await db.cache.count()).toBe(0);
  });
});

describe('R2 prefetched responses', () => {
  it('the response cache deletes prefetched evaluations and their images when they are no longer among the newest', async () => {
    for (const id of ['old', 'seen', 'new'])
      await cacheJson(
        cacheOwner,
        cacheKeyOfEvaluation(id),
        { id },
        id === 'seen' ? openedCacheOptions : prefetchedCacheOptions,
      );
    for (const id of ['old', 'seen', 'new'])
      await cacheBytes(cacheOwner, cacheKeyOfPicture(id), bytes, prefetchedCacheOptions);
    await pruneStaleCacheRows(cacheOwner, new Set(['new']), 2_000);
    const left = await readCachedEvaluations(cacheOwner, z.object({ id: z.string() }));
    expect(left.map(({ value }) => value.id).sort()).toEqual(['new', 'seen']);
    expect(
      await Promise.all(['old', 'seen', 'new'].map((id) => isCached(cacheOwner, cacheKeyOfPicture(id)))),
    ).toEqual([false, true, true]);
  });

  it('the response cache keeps an evaluation that a user opened, even if it is prefetched again', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, openedCacheOptions);
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, { fetchedAt: 2_000, opened: false });
    await pruneStaleCacheRows(cacheOwner, new Set(), 3_000);
    expect(await isCached(cacheOwner, cacheKeyOfEvaluation('e1'))).toBe(true);
  });

  it('S21 a cached response that cannot be decrypted counts as missing, so that it is fetched again', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, openedCacheOptions);
    await cacheBytes(cacheOwner, cacheKeyOfPicture('e1'), bytes, openedCacheOptions);
    await db.cache.toCollection().modify((row) => {
      row.sealed = damageCopyOfBytes(row.sealed);
    });
    expect(await readCachedJson(cacheOwner, cacheKeyOfEvaluation('e1'), z.object({}))).toBeNull();
    expect(await readCachedBytes(cacheOwner, cacheKeyOfPicture('e1'))).toBeNull();
  });

  it('the response cache deletes all rows of an evaluation that no longer exists', async () => {
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e1'), {}, openedCacheOptions);
    await cacheBytes(cacheOwner, cacheKeyOfPicture('e1'), bytes, openedCacheOptions);
    await cacheJson(cacheOwner, cacheKeyOfEvaluation('e2'), {}, openedCacheOptions);
    await deleteCachedEvaluation(cacheOwner, 'e1');
    expect((await db.cache.toArray()).map((row) => row.evaluationId)).toEqual(['e2']);
  });

  it('the response cache deletes lists after a week', async () => {
    await cacheJson(cacheOwner, { kind: 'list', name: 'a', evaluationId: null }, [], prefetchedCacheOptions);
    await pruneStaleCacheRows(cacheOwner, new Set(), 1_000 + 8 * 24 * 60 * 60_000);
    expect(await db.cache.count()).toBe(0);
  });
});

describe('P10.6 unsaved input of a doctor', () => {
  const sheet = { texts: { 'note:concepto': { base: '', mine: 'Apta', theirs: null } }, added: [] };

  it('a doctor’s unsaved input is stored encrypted until it is discarded, and survives a sign-out', async () => {
    await saveWorksheet(ANA_ID, 'e1', sheet);
    expect(JSON.stringify(await db.clinicalDrafts.toArray())).not.toContain('Apta');
    await signOutAccount(1);
    await expect(loadWorksheet(ANA_ID, 'e1')).rejects.toMatchObject({ kind: 'locked' });
    await signInOnDevice(ANA_ID);
    expect(await loadWorksheet(ANA_ID, 'e1')).toEqual(sheet);
    await discardWindowWorksheet(ANA_ID, 'e1');
    expect(await loadWorksheet(ANA_ID, 'e1')).toBeNull();
  });
});
