import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { cacheBytes, cacheJson } from '#storage/cache/cache.ts';
import { listUnreportedAccesses } from '#storage/cache/offline-accesses.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { evaluationCacheKey } from './evaluations.ts';
import { readCachedPhoto } from './listed-photo.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const evaluation = sampleEvaluation(1);
const cacheOptions = { fetchedAt: 1, opened: false };
const photoBytes = new Uint8Array([0xff, 0xd8, 1, 2]).buffer;
const failingFetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));

const storeEvaluation = () =>
  cacheJson(cacheOwner, evaluationCacheKey(evaluation.id), { evaluation, etag: null }, cacheOptions);
const storePhoto = () =>
  cacheBytes(
    cacheOwner,
    { kind: 'file', name: 'ab/1.jpg', evaluationId: evaluation.id },
    photoBytes,
    cacheOptions,
  );

beforeEach(async () => {
  failingFetch.mockClear();
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  vi.stubGlobal('fetch', failingFetch);
});
afterEach(() => vi.unstubAllGlobals());

it('P10.182 today’s list shows a photo that the device has, and the device records the access', async () => {
  await storeEvaluation();
  await storePhoto();
  const photo = await readCachedPhoto(cacheOwner, evaluation.id);
  expect(photo?.mime).toBe('image/jpeg');
  expect(new Uint8Array(photo?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array(photoBytes));
  expect(await listUnreportedAccesses(ANA_ID)).toMatchObject([
    { what: 'file', evaluationId: evaluation.id, fileId: evaluation.media[0]?.id },
  ]);
  expect(failingFetch).not.toHaveBeenCalled();
});

it('P10.182 today’s list shows no photo that the device lacks; the device sends no request and records no access', async () => {
  expect(await readCachedPhoto(cacheOwner, evaluation.id)).toBeNull();
  await storeEvaluation();
  expect(await readCachedPhoto(cacheOwner, evaluation.id)).toBeNull();
  expect(failingFetch).not.toHaveBeenCalled();
  expect(await listUnreportedAccesses(ANA_ID)).toEqual([]);
});
