import { beforeEach, expect, it } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { cacheJson } from '#storage/cache/cache.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { evaluationCacheKey, buildEvaluationListFromCache, readCachedEvaluation } from './evaluations.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const filters = { statuses: ['en_proceso' as const], search: '', from: '', to: '', companyId: '' };

const cacheEvaluation = (evaluation: Evaluation) =>
  cacheJson(
    cacheOwner,
    evaluationCacheKey(evaluation.id),
    { evaluation, etag: null },
    { fetchedAt: 1, opened: true },
  );
const listQueueNumbers = async () =>
  (await buildEvaluationListFromCache(cacheOwner, { filters, page: 1 }))?.items.map(({ turn }) => turn);

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
});

it('S21 P10.240 the device opens an evaluation that an app version without queue numbers cached, and lists it', async () => {
  const evaluation = sampleEvaluation(1);
  expect(evaluation).not.toHaveProperty('turn');
  await cacheEvaluation(evaluation);
  expect((await readCachedEvaluation(cacheOwner, evaluation.id))?.evaluation).toMatchObject({
    id: evaluation.id,
  });
  expect(await listQueueNumbers()).toEqual([null]);
});

it('P10.240 the list that the device builds from cached evaluations shows the queue numbers', async () => {
  await cacheEvaluation(sampleEvaluation(1, { turn: 'B-14' }));
  expect(await listQueueNumbers()).toEqual(['B-14']);
});
