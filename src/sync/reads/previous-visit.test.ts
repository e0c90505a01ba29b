import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { listUnreportedAccesses } from '#storage/cache/offline-accesses.ts';
import { ANA, BRANCH, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { readPreviousNotes, type PreviousVisit } from './previous-visit.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const CLOSED_AT = '2026-03-12T15:00:00Z';
const NOTES = [{ note_type: 'restricciones' as const, content: 'Usa gafas.' }];

let now: Evaluation;
/** Requests in the order of sending: true if the request has the prefetch header. */
let prefetchFlags: boolean[];
let response: () => Promise<Response>;
const respond = () =>
  Promise.resolve(Response.json(now, { headers: { etag: `"r${prefetchFlags.length}"` } }));

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
  now = sampleEvaluation(1, { status: 'cerrada', closed_at: CLOSED_AT, notes: NOTES });
  prefetchFlags = [];
  response = respond;
  vi.stubGlobal('fetch', (_input: string, init: RequestInit) => {
    prefetchFlags.push(new Headers(init.headers).get(HEADER.prefetch) === '1');
    return response();
  });
});
afterEach(() => vi.unstubAllGlobals());

const visit = (closedAt = CLOSED_AT): PreviousVisit => ({
  id: now.id,
  closed_at: closedAt,
  notes: ['restricciones'],
});

describe('P10.193 notes of the previous visit', () => {
  it("P10.193 the device requests the previous visit's notes like any evaluation, so that the server logs the access", async () => {
    expect(await readPreviousNotes(reader, visit())).toEqual(NOTES);
    expect(prefetchFlags).toEqual([false]);
    expect(await listUnreportedAccesses(ANA)).toEqual([]);
  });

  it('P10.193 R4 the device takes notes of a previous visit from its cache at the second read and reports the access later', async () => {
    await readPreviousNotes(reader, visit());
    response = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await readPreviousNotes(reader, visit())).toEqual(NOTES);
    expect(prefetchFlags).toHaveLength(1);
    expect(await listUnreportedAccesses(ANA)).toMatchObject([{ what: 'evaluation', evaluationId: now.id }]);
  });

  it('P10.193 the device fetches notes of a previous visit again after the visit was signed again, and returns none while the visit is open', async () => {
    await readPreviousNotes(reader, visit());
    now = { ...now, closed_at: '2026-03-13T15:00:00Z', notes: [] };
    expect(await readPreviousNotes(reader, visit('2026-03-13T15:00:00Z'))).toEqual([]);
    now = { ...now, status: 'en_proceso', closed_at: null, notes: NOTES };
    expect(await readPreviousNotes(reader, visit('2026-03-14T15:00:00Z'))).toEqual([]);
    expect(prefetchFlags).toHaveLength(3);
  });

  it('P10.193 reading the notes of a previous visit throws after a rejection or without a response', async () => {
    response = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(readPreviousNotes(reader, visit())).rejects.toBeInstanceOf(Unreachable);
    response = () =>
      Promise.resolve(Response.json({ code: 'not_found', message: 'No', details: [] }, { status: 404 }));
    await expect(readPreviousNotes(reader, visit())).rejects.toBeInstanceOf(Rejected);
  });
});
