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
let health: () => Response;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
  health = () => Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(/\/health$|\/auth\/me$/.test(input) ? health() : answer()),
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

it('P10.185 what is kept stays where a gateway answers for a provider that is away', async () => {
  answer = () => Response.json({ items: [one] });
  await fetchExamPackages(reader);
  answer = () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } });
  health = answer;
  await expect(fetchExamPackages(reader)).rejects.toThrow();
  expect((await recallExamPackages(reader))?.items).toEqual([one]);
});
