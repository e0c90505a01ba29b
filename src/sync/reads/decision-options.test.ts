import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANA, BRANCH, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { fetchDecisionOptions, readCachedDecisionOptions } from './decision-options.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const options = { programmes: ['visual'], aptitudes_off: [], revision: 2 };
let response: () => Response;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
  const health = () => Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });
  vi.stubGlobal('fetch', (input: string) =>
    Promise.resolve(/\/health$|\/auth\/me$/.test(input) ? health() : response()),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('P10.274 the device caches decision options for an evaluation that is opened offline', async () => {
  expect(await readCachedDecisionOptions(reader)).toBeNull();
  response = () => Response.json(options);
  const fetched = await fetchDecisionOptions(reader);
  expect(fetched.options).toEqual(options);
  expect(await readCachedDecisionOptions(reader)).toEqual(fetched);
});

it('P10.271 the decision options are null, without an error, when the server knows only the base contract', async () => {
  const page = '<!doctype html><title>Error</title><pre>Cannot GET /api/v1/decision-options</pre>';
  response = () =>
    new Response(page, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect((await fetchDecisionOptions(reader)).options).toBeNull();
});
