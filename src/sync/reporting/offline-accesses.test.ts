import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_ACCESSES_PER_REQUEST, OfflineAccessesBody } from '#contract/records/offline-accesses.ts';
import { expireSession, signOutAccount, readSignedInState } from '#storage/account/accounts.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import {
  ACCESS_MERGE_MS,
  storeOfflineAccessIfNew,
  listUnreportedAccesses,
} from '#storage/cache/offline-accesses.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { ANA_ID, BEA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import {
  createErrorResponse,
  stubServer,
  failAsUnreachable,
  type RequestResponder,
} from '#tests/support/device/servers/session-server.ts';
import { fetchOrReadDocument } from '../reads/documents/documents.ts';
import {
  fetchAndCacheEvaluation,
  openCachedEvaluation,
  readOrFetchFile,
} from '../reads/evaluations/evaluations.ts';
import { prefetchEvaluations } from '../reads/evaluations/prefetch.ts';
import { reportAccesses } from './offline-accesses.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const accessedEvaluation = sampleEvaluation(1);
const numberedUuid = (number: number) => `55555555-5555-4555-8555-${String(number).padStart(12, '0')}`;
const reportedBodies: OfflineAccessesBody[] = [];
const createBytesResponse = (mime: string) =>
  new Response(new Uint8Array([0xff, 0xd8, 1]), { headers: { 'content-type': mime } });

const respondAccepted: RequestResponder = async (path, request) => {
  if (path.endsWith('/activity/readings')) {
    reportedBodies.push(OfflineAccessesBody.parse(await request.json()));
    return Response.json({ recorded: 1, skipped: 0 });
  }
  if (path.endsWith('/health'))
    return Response.json({ service: 'ventanilla', status: 'ok', now: '2026-11-20T12:00:00.000Z' });
  if (path.includes('/files/')) return createBytesResponse('image/jpeg');
  if (path.endsWith('/concept-pdf')) return createBytesResponse('application/pdf');
  if (path.endsWith('/evaluations')) return Response.json({ items: [], total: 0 });
  if (request.headers.get('if-none-match') === '"r1"') return new Response(null, { status: 304 });
  return Response.json(accessedEvaluation, { headers: { etag: '"r1"' } });
};

/** True while the replacement for Web Locks, which Node lacks, is held. A second caller gets null at once. */
let isLockHeld = false;
async function fakeRequestLock(
  _name: string,
  _options: object,
  work: (lock: object | null) => Promise<void>,
) {
  if (isLockHeld) return work(null);
  isLockHeld = true;
  try {
    return await work({});
  } finally {
    isLockHeld = false;
  }
}
const HOUR_MS = 60 * 60_000;
const advanceTime = (ms: number) => vi.setSystemTime(Date.now() + ms);
const recordEvaluationAccess = (number: number, ownerId = ANA_ID) =>
  storeOfflineAccessIfNew(
    ownerId,
    { what: 'evaluation', evaluationId: numberedUuid(number), fileId: null },
    Date.now(),
  );
const readUnreportedAccesses = async () =>
  (await listUnreportedAccesses(ANA_ID)).map(({ what, fileId }) => [what, fileId]);
const recordServerReached = () => updateConnectionState({ reached: true }, Date.now(), 0);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('navigator', { locks: { request: fakeRequestLock } });
  reportedBodies.length = 0;
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('R4 record of an access to data on the device', () => {
  const queuedAccesses = async () => {
    const server = stubServer(respondAccepted);
    await fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, false);
    return server;
  };

  it('the device records an access before it shows the data, and deletes the record when the server logs the access itself', async () => {
    await queuedAccesses();
    await openCachedEvaluation(cacheOwner, accessedEvaluation.id);
    expect(await readUnreportedAccesses()).toEqual([['evaluation', null]]);
    await fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, true);
    expect(await readUnreportedAccesses()).toEqual([]);
  });

  it('the device keeps one record of an access when the server does not respond, however often the page retries', async () => {
    const server = await queuedAccesses();
    server.respond = failAsUnreachable;
    await openCachedEvaluation(cacheOwner, accessedEvaluation.id);
    for (let times = 0; times < 3; times += 1)
      await expect(fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, true)).rejects.toThrow();
    expect(await readUnreportedAccesses()).toEqual([['evaluation', null]]);
  });

  it('the device keeps the record of an access when the server responds much later, because that response is another access', async () => {
    const server = await queuedAccesses();
    server.respond = failAsUnreachable;
    await openCachedEvaluation(cacheOwner, accessedEvaluation.id);
    advanceTime(HOUR_MS);
    server.respond = respondAccepted;
    await fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, true);
    expect(await readUnreportedAccesses()).toEqual([['evaluation', null]]);
  });

  it('the device records an access to data shown from memory when the server does not respond', async () => {
    const server = await queuedAccesses();
    server.respond = failAsUnreachable;
    await expect(fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, true)).rejects.toThrow();
    expect(await readUnreportedAccesses()).toEqual([['evaluation', null]]);
  });

  it('R2 the device records no access for a prefetch run or for data that it lacks', async () => {
    const server = await queuedAccesses();
    await prefetchEvaluations();
    await fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, false);
    server.respond = failAsUnreachable;
    await expect(fetchAndCacheEvaluation(cacheOwner, accessedEvaluation.id, false)).rejects.toThrow();
    await expect(fetchAndCacheEvaluation(cacheOwner, numberedUuid(9), true)).rejects.toThrow();
    expect(await openCachedEvaluation(cacheOwner, numberedUuid(9))).toBeNull();
    expect(await readUnreportedAccesses()).toEqual([]);
  });

  it('the device records the access to a cached image even online, because the server gets no request for it', async () => {
    stubServer(respondAccepted);
    const question = {
      evaluationId: accessedEvaluation.id,
      fileId: numberedUuid(7),
      storagePath: 'ab/1.jpg',
    };
    await readOrFetchFile(cacheOwner, question, false);
    await readOrFetchFile(cacheOwner, question, false);
    expect(await readUnreportedAccesses()).toEqual([]);
    await readOrFetchFile(cacheOwner, question, true);
    expect(await readUnreportedAccesses()).toEqual([['file', numberedUuid(7)]]);
  });

  it('the device records the access to a cached PDF', async () => {
    const server = stubServer(respondAccepted);
    await fetchOrReadDocument(cacheOwner, 'concept', accessedEvaluation);
    expect(await readUnreportedAccesses()).toEqual([]);
    server.respond = failAsUnreachable;
    await fetchOrReadDocument(cacheOwner, 'concept', accessedEvaluation);
    expect(await readUnreportedAccesses()).toEqual([['concept', null]]);
  });
});

describe('R4 reporting of accesses', () => {
  it('the device reports accesses with user, object and time in calls of limited size, then deletes their records', async () => {
    stubServer(respondAccepted);
    const now = Date.now();
    for (let number = 0; number < MAX_ACCESSES_PER_REQUEST + 1; number += 1)
      await recordEvaluationAccess(number);
    await storeOfflineAccessIfNew(
      ANA_ID,
      { what: 'file', evaluationId: numberedUuid(1), fileId: numberedUuid(7) },
      now,
    );
    await reportAccesses();
    expect(reportedBodies.map(({ user_id, readings }) => [user_id, readings.length])).toEqual([
      [ANA_ID, MAX_ACCESSES_PER_REQUEST],
      [ANA_ID, 2],
    ]);
    expect(reportedBodies[1]?.readings[1]).toEqual({
      what: 'file',
      evaluation_id: numberedUuid(1),
      file_id: numberedUuid(7),
      read_at: new Date(now).toISOString(),
      left_out: 0,
    });
    expect(await readUnreportedAccesses()).toEqual([]);
  });

  it('the device repeats a report of accesses unchanged when its response was lost', async () => {
    const server = stubServer(failAsUnreachable);
    await recordEvaluationAccess(1);
    await reportAccesses();
    await retryUntilPassing(async () => expect((await readConnectionState()).name).toBe('down'));
    expect(await readUnreportedAccesses()).toHaveLength(1);
    await recordServerReached();
    server.respond = async (path, request) => {
      await respondAccepted(path, request);
      throw new TypeError('the answer was lost');
    };
    await reportAccesses();
    await retryUntilPassing(async () => expect((await readConnectionState()).name).toBe('down'));
    await recordServerReached();
    server.respond = respondAccepted;
    advanceTime(ACCESS_MERGE_MS);
    await reportAccesses();
    expect(reportedBodies).toHaveLength(2);
    expect(reportedBodies[0]).toEqual(reportedBodies[1]);
  });

  it('the device reports an access only in a session of the user who opened the data', async () => {
    stubServer(respondAccepted);
    await recordEvaluationAccess(1);
    await signOutAccount(Date.now());
    await reportAccesses();
    await signInOnDevice(BEA_ID, ['manage_evaluations']);
    await reportAccesses();
    expect(reportedBodies).toEqual([]);
    await signInOnDevice(ANA_ID, ['manage_evaluations']);
    await reportAccesses();
    expect(reportedBodies.map(({ user_id }) => user_id)).toEqual([ANA_ID]);
  });

  it('the device sends no report of accesses with an ended session, without a connection or without records', async () => {
    const server = stubServer(respondAccepted);
    await reportAccesses();
    await recordEvaluationAccess(1);
    await updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0);
    await reportAccesses();
    await recordServerReached();
    await expireSession(ANA_ID);
    await reportAccesses();
    expect(server.calls).toEqual([]);
  });

  it('several windows that report at the same time report each access once', async () => {
    stubServer(respondAccepted);
    await recordEvaluationAccess(1);
    await Promise.all([reportAccesses(), reportAccesses(), reportAccesses()]);
    expect(reportedBodies).toHaveLength(1);
  });

  it('S9 the session expires when a report of accesses gets a 401, and the records stay', async () => {
    stubServer(() => createErrorResponse(401, 'session_expired'));
    await recordEvaluationAccess(1);
    await reportAccesses();
    expect([(await readSignedInState())?.gate, (await readUnreportedAccesses()).length]).toEqual([
      'expired',
      1,
    ]);
  });

  it("S23 the device repeats a report of accesses within the hour after a gateway's 404 without a message", async () => {
    const server = stubServer(() => new Response(null, { status: 404 }));
    await recordEvaluationAccess(1);
    await reportAccesses();
    server.respond = respondAccepted;
    advanceTime(HOUR_MS);
    await reportAccesses();
    expect(reportedBodies).toHaveLength(1);
  });

  it.each<[string, number, string, number]>([
    ['a provider without the call is not asked again for a day', 404, 'not_found', 24],
    ['one that refuses it, for an hour', 403, 'forbidden', 1],
    ['the session of another says nothing of this one', 403, 'session_of_another', 0],
  ])('S23 the device pauses reports of accesses after the error: %s', async (_what, status, code, hours) => {
    const server = stubServer(() => createErrorResponse(status, code));
    await recordEvaluationAccess(1);
    await reportAccesses();
    server.respond = respondAccepted;
    advanceTime(hours * HOUR_MS - (hours > 0 ? 60_000 : 0));
    await reportAccesses();
    expect(reportedBodies).toHaveLength(hours === 0 ? 1 : 0);
    advanceTime(120_000);
    await reportAccesses();
    expect(reportedBodies).toHaveLength(1);
  });
});
