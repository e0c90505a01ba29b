import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { listUnreportedAccesses } from '#storage/cache/offline-accesses.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { Rejected, Unreachable } from '../../requests/api-request.ts';
import { readPreviousNotes, readPreviousResults, type PreviousVisit } from './previous-visit.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const CLOSED_AT = '2026-03-12T15:00:00Z';
const NOTES = [{ note_type: 'restricciones' as const, content: 'Usa gafas.' }];

let currentEvaluation: Evaluation;
/** Requests in the order of sending: true if the request has the prefetch header. */
let prefetchFlags: boolean[];
let createResponse: () => Promise<Response>;
const respond = () =>
  Promise.resolve(Response.json(currentEvaluation, { headers: { etag: `"r${prefetchFlags.length}"` } }));

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  currentEvaluation = sampleEvaluation(1, { status: 'cerrada', closed_at: CLOSED_AT, notes: NOTES });
  prefetchFlags = [];
  createResponse = respond;
  vi.stubGlobal('fetch', (_input: string, init: RequestInit) => {
    prefetchFlags.push(new Headers(init.headers).get(HEADER.prefetch) === '1');
    return createResponse();
  });
});
afterEach(() => vi.unstubAllGlobals());

const createPreviousVisit = (closedAt = CLOSED_AT): PreviousVisit => ({
  id: currentEvaluation.id,
  closed_at: closedAt,
  notes: ['restricciones'],
});

describe('P10.193 notes of the previous visit', () => {
  it("P10.193 the device requests the previous visit's notes like any evaluation, so that the server logs the access", async () => {
    expect(await readPreviousNotes(cacheOwner, createPreviousVisit())).toEqual(NOTES);
    expect(prefetchFlags).toEqual([false]);
    expect(await listUnreportedAccesses(ANA_ID)).toEqual([]);
  });

  it('P10.193 R4 the device takes notes of a previous visit from its cache at the second read and reports the access later', async () => {
    await readPreviousNotes(cacheOwner, createPreviousVisit());
    createResponse = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await readPreviousNotes(cacheOwner, createPreviousVisit())).toEqual(NOTES);
    expect(prefetchFlags).toHaveLength(1);
    expect(await listUnreportedAccesses(ANA_ID)).toMatchObject([
      { what: 'evaluation', evaluationId: currentEvaluation.id },
    ]);
  });

  it('P10.193 the device fetches notes of a previous visit again after the visit was signed again, and returns none while the visit is open', async () => {
    await readPreviousNotes(cacheOwner, createPreviousVisit());
    currentEvaluation = { ...currentEvaluation, closed_at: '2026-03-13T15:00:00Z', notes: [] };
    expect(await readPreviousNotes(cacheOwner, createPreviousVisit('2026-03-13T15:00:00Z'))).toEqual([]);
    currentEvaluation = { ...currentEvaluation, status: 'en_proceso', closed_at: null, notes: NOTES };
    expect(await readPreviousNotes(cacheOwner, createPreviousVisit('2026-03-14T15:00:00Z'))).toEqual([]);
    expect(prefetchFlags).toHaveLength(3);
  });

  it('P10.193 reading the notes of a previous visit throws after a rejection or without a response', async () => {
    createResponse = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(readPreviousNotes(cacheOwner, createPreviousVisit())).rejects.toBeInstanceOf(Unreachable);
    createResponse = () =>
      Promise.resolve(Response.json({ code: 'not_found', message: 'No', details: [] }, { status: 404 }));
    await expect(readPreviousNotes(cacheOwner, createPreviousVisit())).rejects.toBeInstanceOf(Rejected);
  });
});

describe('P10.436 results of the previous visit', () => {
  it('P10.436 R4 the device reads the results by exam, without empty ones, and from its cache at the second read', async () => {
    const [order] = currentEvaluation.exam_orders;
    if (!order) throw new Error('the sample has an exam');
    const withoutResult = { ...order, exam: { ...order.exam, id: currentEvaluation.id } };
    const exam_orders = [{ ...order, result_notes: 'Normal.' }, withoutResult];
    currentEvaluation = { ...currentEvaluation, exam_orders };
    const results = { [order.exam.id]: 'Normal.' };
    expect(await readPreviousResults(cacheOwner, createPreviousVisit())).toEqual(results);
    createResponse = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await readPreviousResults(cacheOwner, createPreviousVisit())).toEqual(results);
    expect(prefetchFlags).toEqual([false]);
    expect(await listUnreportedAccesses(ANA_ID)).toMatchObject([
      { what: 'evaluation', evaluationId: currentEvaluation.id },
    ]);
  });

  it('P10.436 the device returns no results of a visit that is open again', async () => {
    currentEvaluation = sampleEvaluation(1, { notes: NOTES });
    expect(await readPreviousResults(cacheOwner, createPreviousVisit())).toEqual({});
  });
});
