import { afterAll, beforeAll, expect, it } from 'vitest';
import { linesOf } from './support/activity.ts';
import { createEvaluation } from './support/capture.ts';
import { tagOf } from './support/clinical.ts';
import { corrected } from './support/corrections.ts';
import { type Caller, type Provider, startProvider } from './support/provider.ts';

let provider: Provider;
let desk: Caller;
let doctor: Caller;
beforeAll(async () => {
  provider = await startProvider('corrections_told');
  desk = await provider.as('desk');
  doctor = await provider.as('doctor');
});
afterAll(() => provider.stop());

it('P10.294 logs one reading of an open evaluation until a correction changes its tag', async () => {
  const id = await createEvaluation(provider, desk);
  const tag = await tagOf(doctor, id);
  const askAgain = async () => (await doctor.get(`/evaluations/${id}`, { 'if-none-match': tag })).statusCode;
  expect(
    await linesOf(provider, async () => {
      for (let asked = 0; asked < 5; asked += 1) expect(await askAgain()).toBe(304);
    }),
  ).toEqual([]);
  await corrected(desk, id, { patient: { gender: 'F' } });
  const lines = await linesOf(provider, async () => expect(await askAgain()).toBe(200));
  expect(lines).toEqual([['evaluation_read', 'done', {}]]);
});

it('P10.294 does not count a reading of the registration as one of the evaluation', async () => {
  const id = await createEvaluation(provider, desk);
  const copied = await doctor.get(`/evaluations/${id}`, { 'x-prefetch': '1' });
  await doctor.get(`/evaluations/${id}/registration`);
  const opened = await linesOf(provider, () =>
    doctor.get(`/evaluations/${id}`, { 'if-none-match': String(copied.headers['etag']) }),
  );
  expect(opened).toEqual([['evaluation_read', 'done', {}]]);
});
