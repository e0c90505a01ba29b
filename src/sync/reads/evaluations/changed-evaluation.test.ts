import { beforeEach, expect, it, vi } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { cacheChangedEvaluation, fetchAndCacheEvaluation, readCachedEvaluation } from './evaluations.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
});

it('R3 the device caches the state after a change, and requests it with the ETag of the change', async () => {
  const read = sampleEvaluation(1);
  const changed: Evaluation = { ...read, status: 'en_proceso' };
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (_input: string, init: RequestInit) => {
    const tag = new Headers(init.headers).get('if-none-match');
    sent.push(tag);
    return Promise.resolve(
      tag === '"r2"'
        ? new Response(null, { status: 304 })
        : Response.json(read, { headers: { etag: '"r1"' } }),
    );
  });
  const held = await fetchAndCacheEvaluation(cacheOwner, read.id, true);
  await cacheChangedEvaluation(cacheOwner, { ...held, evaluation: changed, etag: '"r2"' });
  expect((await readCachedEvaluation(cacheOwner, read.id))?.evaluation).toEqual(changed);
  expect((await fetchAndCacheEvaluation(cacheOwner, read.id, true)).evaluation).toEqual(changed);
  expect(sent).toEqual([null, '"r2"']);
});
