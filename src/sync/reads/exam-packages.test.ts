import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANA, BRANCH, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { fetchExamPackages, recallExamPackages } from './exam-packages.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const one = {
  evaluation_type: sampleEvaluation(1).evaluation_type,
  job: null,
  exams: sampleEvaluation(1).exam_orders.map(({ exam }) => exam),
  revision: 1,
};
let answer: () => Response;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(input.endsWith('/health') ? Response.json({ status: 'ok' }) : answer()),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('P10.185 packages are kept on the device, for who opens an evaluation without network', async () => {
  expect(await recallExamPackages(reader)).toBeNull();
  answer = () => Response.json({ items: [one] });
  const fetched = await fetchExamPackages(reader);
  expect(fetched.items).toEqual([one]);
  expect(await recallExamPackages(reader)).toEqual(fetched);
});

it('P10.185 a provider of the base contract has none, and that is no failure', async () => {
  const page = '<!doctype html><title>Error</title><pre>Cannot GET /api/v1/exam-packages</pre>';
  answer = () => new Response(page, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await fetchExamPackages(reader)).items).toEqual([]);
});
