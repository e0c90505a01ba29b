import { beforeEach, expect, it } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { keepJson } from '#storage/cache/cache.ts';
import { ANA, BRANCH, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { evaluationPlace, listFromDevice, recallEvaluation } from './evaluations.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const filters = { statuses: ['en_proceso' as const], search: '', from: '', to: '', companyId: '' };

/** As the device of some version keeps it. */
const keep = (evaluation: Evaluation) =>
  keepJson(
    reader,
    evaluationPlace(evaluation.id),
    { evaluation, etag: null },
    { fetchedAt: 1, opened: true },
  );
const turns = async () => (await listFromDevice(reader, { filters, page: 1 }))?.items.map(({ turn }) => turn);

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
});

it('S21 P10.240 what an app kept that knew no turns opens, and so does the list that is made of it', async () => {
  const evaluation = sampleEvaluation(1);
  expect(evaluation).not.toHaveProperty('turn');
  await keep(evaluation);
  expect((await recallEvaluation(reader, evaluation.id))?.evaluation).toMatchObject({ id: evaluation.id });
  expect(await turns()).toEqual([null]);
});

it('P10.240 a list that is made of what the device kept says the turns of it', async () => {
  await keep(sampleEvaluation(1, { turn: 'B-14' }));
  expect(await turns()).toEqual(['B-14']);
});
