import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { fetchExamPackages, readCachedExamPackages } from './exam-packages.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const samplePackage = {
  evaluation_type: sampleEvaluation(1).evaluation_type,
  company: null,
  job: null,
  exams: sampleEvaluation(1).exam_orders.map(({ exam }) => exam),
  emphases: [],
  additional_fields: [],
  revision: 1,
};
let createResponse: () => Response;
let createHealthResponse: () => Response;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  createHealthResponse = () =>
    Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(/\/health$|\/auth\/me$/.test(input) ? createHealthResponse() : createResponse()),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('P10.185 the device caches exam packages for an evaluation that is opened without network', async () => {
  expect(await readCachedExamPackages(cacheOwner)).toBeNull();
  createResponse = () => Response.json({ items: [samplePackage] });
  const fetched = await fetchExamPackages(cacheOwner);
  expect(fetched.items).toEqual([samplePackage]);
  expect(await readCachedExamPackages(cacheOwner)).toEqual(fetched);
});

it('P10.185 the device returns no exam packages, without an error, from a base-contract server', async () => {
  const page = '<!doctype html><title>Error</title><pre>Cannot GET /api/v1/exam-packages</pre>';
  createResponse = () =>
    new Response(page, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await fetchExamPackages(cacheOwner)).items).toEqual([]);
});

it('P10.185 the device keeps the cached exam packages when a gateway responds in place of the server', async () => {
  createResponse = () => Response.json({ items: [samplePackage] });
  await fetchExamPackages(cacheOwner);
  createResponse = () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } });
  createHealthResponse = createResponse;
  await expect(fetchExamPackages(cacheOwner)).rejects.toThrow();
  expect((await readCachedExamPackages(cacheOwner))?.items).toEqual([samplePackage]);
});
