import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { saveNotes, signEvaluation } from './clinical.ts';

const EVALUATION_ID = sampleEvaluation(1).id;
const rejection = (status: number, code: string) =>
  Response.json({ code, message: 'No', details: [] }, { status });

let respond: () => Response;
let sentHeaders: Headers[];
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  sentHeaders = [];
  vi.stubGlobal('fetch', (input: string, { headers }: RequestInit) => {
    if (input.endsWith('/health')) return Promise.resolve(Response.json({ status: 'ok' }));
    sentHeaders.push(new Headers(headers));
    return Promise.resolve(respond());
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('P10.5 save with the ETag of the evaluation as the user read it', () => {
  it('a save sends the ETag as If-Match and returns the next ETag', async () => {
    respond = () => Response.json({ notes: [] }, { headers: { etag: '"after"' } });
    const result = await saveNotes({ id: EVALUATION_ID, etag: '"r7"' }, { notes: [] });
    expect(sentHeaders[0]?.get('if-match')).toBe('"r7"');
    expect(result).toEqual({ type: 'saved', body: { notes: [] }, etag: '"after"' });
  });

  it.each([
    ['a changed evaluation', () => rejection(412, 'precondition_failed'), { type: 'stale' }],
    ['an ended session', () => rejection(401, 'unauthenticated'), { type: 'session_ended' }],
    [
      'a missing requirement',
      () => rejection(409, 'requirements_missing'),
      { type: 'refused', refusal: { code: 'requirements_missing' } },
    ],
    [
      'a portal',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      { type: 'unreachable' },
    ],
  ])('the result of signing an evaluation distinguishes the case: %s', async (_what, response, expected) => {
    respond = response;
    const doctor = '88888888-8888-4888-8888-888888888888';
    expect(await signEvaluation({ id: EVALUATION_ID, etag: null }, { doctor_id: doctor })).toMatchObject(
      expected,
    );
  });
});
