import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { fetchDecisionOptions, readCachedDecisionOptions } from './decision-options.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const sampleDecisionOptions = { programmes: ['visual'], aptitudes_off: [], revision: 2 };
let createResponse: () => Response;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  const health = () => Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(/\/health$|\/auth\/me$/.test(input) ? health() : createResponse()),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('P10.274 the device caches decision options for an evaluation that is opened offline', async () => {
  expect(await readCachedDecisionOptions(cacheOwner)).toBeNull();
  createResponse = () => Response.json(sampleDecisionOptions);
  const fetched = await fetchDecisionOptions(cacheOwner);
  expect(fetched.options).toEqual(sampleDecisionOptions);
  expect(await readCachedDecisionOptions(cacheOwner)).toEqual(fetched);
});

it('P10.271 the decision options are null, without an error, when the server knows only the base contract', async () => {
  const page = '<!doctype html><title>Error</title><pre>Cannot GET /api/v1/decision-options</pre>';
  createResponse = () =>
    new Response(page, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await fetchDecisionOptions(cacheOwner)).options).toBeNull();
});
