import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { readCachedEvaluation } from './evaluations.ts';
import { prefetchEvaluations } from './prefetch.ts';

const evaluations = [1, 2, 3, 4, 5, 6].map((nth) => sampleEvaluation(nth));
const evaluationPathOf = (nth: number) => `/evaluations/${sampleEvaluation(nth).id}`;
const createServerHealthResponse = () =>
  Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });

let requests: string[];
let createOverridingResponse: (path: string) => Response | null;

function createResponse(path: string): Response {
  if (path === '/health') return createServerHealthResponse();
  if (path.startsWith('/files/'))
    return new Response(new Uint8Array([0xff, 0xd8, 1, 2]), { headers: { 'content-type': 'image/jpeg' } });
  if (path === '/evaluations')
    return Response.json({ items: evaluations.map(toEvaluationListItem), total: evaluations.length });
  return Response.json(evaluations.find(({ id }) => path.endsWith(id)));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  requests = [];
  const request = (_name: string, _options: object, work: (lock: object) => unknown) =>
    Promise.resolve(work({}));
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', async (input: string) => {
    const path = new URL(input, 'http://desk.test').pathname.replace('/api/v1', '');
    requests.push(path);
    return createOverridingResponse(path) ?? createResponse(path);
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['an empty 404', () => new Response(null, { status: 404 })],
  ['a page', () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } })],
])(
  'R2 S6 a prefetch run skips a single evaluation that gets %s, and stops when every evaluation gets this response',
  async (_, bare) => {
    createOverridingResponse = (path) => (path === evaluationPathOf(1) ? bare() : null);
    expect(await prefetchEvaluations()).toBe('done');
    const reader = { ownerId: ANA_ID, branchId: BRANCH_ID };
    const cached = await Promise.all(evaluations.map(({ id }) => readCachedEvaluation(reader, id)));
    expect(cached.map((one) => one !== null)).toEqual([false, true, true, true, true, true]);

    createOverridingResponse = (path) => (path === '/evaluations' ? null : bare());
    requests = [];
    expect(await prefetchEvaluations()).toBe('broken_off');
    expect(
      requests.filter((path) => path.startsWith('/evaluations/')),
      'those under way',
    ).toHaveLength(2);
  },
);
