import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { readAccount } from '#storage/account/accounts.ts';
import { cacheJson } from '#storage/cache/cache.ts';
import { db } from '#storage/database/database.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { fetchOrReadDocument } from '../documents/documents.ts';
import {
  EVALUATION_SCHEMA_HASH,
  evaluationCacheKey,
  fetchAndCacheEvaluation,
  fetchEvaluationList,
  buildEvaluationListFromCache,
  readOrFetchFile,
  readCachedEvaluation,
  readCachedEvaluationList,
  type EvaluationListFilters,
} from './evaluations.ts';
import { prefetchEvaluations, prefetchIfAnyUncached } from './prefetch.ts';

const reader = { ownerId: ANA_ID, branchId: BRANCH_ID };
const filters: EvaluationListFilters = {
  statuses: ['pendiente', 'en_proceso'],
  search: '',
  from: '',
  to: '',
  companyId: '',
};
const firstPageQuery = { filters, page: 1 };

/** Simulated server of evaluations: ETag of the content, 304 responses and pictures. `down`: it does not respond. */
let evaluations: Evaluation[];
let requests: string[];
let isServerDown: boolean;
let failureResponseFor: (path: string, init: RequestInit) => Response | null;
let waitBeforeResponse: (path: string) => Promise<void>;
let requestsInFlight: number;
let maxRequestsInFlight: number;

const computeEtag = (evaluation: Evaluation): string => `"r${JSON.stringify(evaluation).length}"`;
const rejection = (status: number, code: string) =>
  Response.json({ code, message: 'No', details: [] }, { status });
const createFileResponse = (mime: string) =>
  new Response(new Uint8Array([0xff, 0xd8, 1, 2]), { headers: { 'content-type': mime } });

function createResponse(path: string, init: RequestInit): Response {
  const refused = failureResponseFor(path, init);
  if (refused) return refused;
  if (path.startsWith('/files/')) return createFileResponse('image/jpeg');
  if (path.endsWith('/concept-pdf')) return createFileResponse('application/pdf');
  if (path === '/evaluations')
    return Response.json({ items: evaluations.map(toEvaluationListItem), total: evaluations.length });
  const found = evaluations.find(({ id }) => path.startsWith(`/evaluations/${id}`));
  if (!found) return rejection(404, 'not_found');
  if (path.endsWith('/notes')) return Response.json({ notes: [] }, { headers: { etag: '"after"' } });
  const etag = computeEtag(found);
  if (new Headers(init.headers).get('if-none-match') === etag) return new Response(null, { status: 304 });
  return Response.json(found, { headers: { etag } });
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  [evaluations, requests, isServerDown, requestsInFlight, maxRequestsInFlight] = [
    [sampleEvaluation(1), sampleEvaluation(2)],
    [],
    false,
    0,
    0,
  ];
  failureResponseFor = () => null;
  waitBeforeResponse = () => Promise.resolve();
  // Replaces Web Locks, which Node lacks; in a browser they let only one tab prefetch.
  const request = (_name: string, _options: object, work: (lock: object) => unknown) =>
    Promise.resolve(work({}));
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const path = new URL(input, 'http://desk.test').pathname.replace('/api/v1', '');
    if (path === '/health') return Response.json({ status: 'ok' });
    requests.push(path);
    requestsInFlight += 1;
    maxRequestsInFlight = Math.max(maxRequestsInFlight, requestsInFlight);
    await waitBeforeResponse(path);
    requestsInFlight -= 1;
    if (isServerDown) throw new TypeError('Failed to fetch');
    return createResponse(path, init);
  });
});
afterEach(() => vi.unstubAllGlobals());

const firstEvaluation = () => evaluations[0]!;
const numberedEvaluationId = (nth: number) => sampleEvaluation(nth).id;

describe('R3 fetching an evaluation', () => {
  it('the device caches an evaluation, requests it again with its ETag, and on a 304 updates only the time of the fetch', async () => {
    const before = await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
    const after = await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
    expect(after.evaluation).toEqual(before.evaluation);
    expect((await readCachedEvaluation(reader, numberedEvaluationId(1)))?.fetchedAt).toBe(after.fetchedAt);
  });

  it('S21 R3 the device requests an evaluation without ETag when an app version with other fields cached it, and shows the cached one in the meantime', async () => {
    await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
    const tagsSent = async () => {
      const sent: (string | null)[] = [];
      failureResponseFor = (_path, init) => {
        sent.push(new Headers(init.headers).get('if-none-match'));
        return null;
      };
      await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
      return sent;
    };
    expect(await tagsSent()).toEqual([computeEtag(firstEvaluation())]);
    for (const shape of [undefined, 'another']) {
      const value = { evaluation: firstEvaluation(), etag: computeEtag(firstEvaluation()), shape };
      await cacheJson(reader, evaluationCacheKey(numberedEvaluationId(1)), value, {
        fetchedAt: 1,
        opened: true,
      });
      expect((await readCachedEvaluation(reader, numberedEvaluationId(1)))?.etag).toBe(
        computeEtag(firstEvaluation()),
      );
      expect(await tagsSent()).toEqual([null]);
      expect(await tagsSent()).toEqual([computeEtag(firstEvaluation())]);
    }
  });

  it('S21 EVALUATION_SCHEMA_HASH is the hash of the contract’s schema', () => {
    const schema = JSON.stringify(z.toJSONSchema(Evaluation, { io: 'input', unrepresentable: 'any' }));
    expect(EVALUATION_SCHEMA_HASH).toBe(createHash('sha256').update(schema).digest('hex').slice(0, 8));
  });

  it('fetching an evaluation throws Unreachable without a response, and the cached evaluation stays readable', async () => {
    await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
    isServerDown = true;
    await expect(fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true)).rejects.toMatchObject({
      name: 'Unreachable',
    });
    expect((await readCachedEvaluation(reader, numberedEvaluationId(1)))?.evaluation).toEqual(
      firstEvaluation(),
    );
  });

  it('fetching an evaluation that no longer exists deletes it and its files from the cache', async () => {
    await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
    await readOrFetchFile(
      reader,
      { evaluationId: numberedEvaluationId(1), fileId: numberedEvaluationId(7), storagePath: 'ab/1.jpg' },
      true,
    );
    evaluations = [];
    await expect(fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true)).rejects.toMatchObject({
      status: 404,
    });
    expect(await db.cache.count()).toBe(0);
  });

  it('S9 fetching an evaluation sets the session state to expired when it gets a 401', async () => {
    failureResponseFor = () => rejection(401, 'unauthenticated');
    await expect(fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true)).rejects.toMatchObject({
      status: 401,
    });
    expect((await readAccount())?.gate).toBe('expired');
  });
});

describe('list of evaluations', () => {
  it('R3 a list of evaluations is cached page by page, but never for a search that names a patient', async () => {
    await fetchEvaluationList(reader, firstPageQuery);
    await fetchEvaluationList(reader, { filters: { ...filters, search: 'Zoraida 9999000001' }, page: 1 });
    expect(await readCachedEvaluationList(reader, firstPageQuery)).toMatchObject({
      total: 2,
      source: 'provider',
    });
    const rows = await db.cache.toArray();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Zoraida|9999000001/);
  });

  it('R3 a cached list shows the newer status of an evaluation that was read after the list', async () => {
    const listed = await fetchEvaluationList(reader, firstPageQuery);
    vi.spyOn(Date, 'now').mockReturnValue(listed.fetchedAt + 1);
    evaluations = evaluations.map((one) => ({ ...one, status: 'cerrada' }));
    await fetchAndCacheEvaluation(reader, firstEvaluation().id, true);
    vi.mocked(Date.now).mockRestore();
    const recalled = await readCachedEvaluationList(reader, firstPageQuery);
    expect(recalled?.items.map(({ status }) => status)).toEqual(['cerrada', listed.items[1]?.status]);
  });

  it('R3 a cached list keeps the status of an evaluation that was read before the list', async () => {
    await fetchAndCacheEvaluation(reader, firstEvaluation().id, true);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1);
    evaluations = evaluations.map((one) => ({ ...one, status: 'cerrada' }));
    const listed = await fetchEvaluationList(reader, firstPageQuery);
    vi.mocked(Date.now).mockRestore();
    expect((await readCachedEvaluationList(reader, firstPageQuery))?.items).toEqual(listed.items);
  });

  it('R3 a list of evaluations is built from the evaluations on the device when there is no network', async () => {
    expect(await buildEvaluationListFromCache(reader, firstPageQuery)).toBeNull();
    await prefetchEvaluations();
    const searched = { filters: { ...filters, search: 'quinones 9999000002' }, page: 1 };
    expect(await buildEvaluationListFromCache(reader, searched)).toMatchObject({
      total: 1,
      source: 'device',
      items: [{ id: numberedEvaluationId(2) }],
    });
  });
});

describe('R2 prefetch run', () => {
  it('a prefetch run fetches the open evaluations and their pictures, two at a time', async () => {
    evaluations = Array.from({ length: 8 }, (_, nth) => sampleEvaluation(nth + 1));
    // Each request gets its response only once another one is in flight too: sequential requests would never end.
    const held: (() => void)[] = [];
    waitBeforeResponse = async (path) => {
      if (!path.startsWith('/evaluations/')) return;
      const together = new Promise<void>((resolve) => held.push(resolve));
      if (held.length === 2) for (const release of held.splice(0)) release();
      await together;
    };
    expect(await prefetchEvaluations()).toBe('done');
    expect(await db.cache.where('[ownerId+kind]').equals([ANA_ID, 'evaluation']).count()).toBe(8);
    expect(await db.cache.where('[ownerId+kind]').equals([ANA_ID, 'file']).count()).toBe(8);
    expect(maxRequestsInFlight).toBe(2);
  });

  it('a prefetch run sends one conditional request for an unchanged evaluation, and none for its pictures', async () => {
    await prefetchEvaluations();
    requests = [];
    await prefetchEvaluations();
    expect(requests.sort()).toEqual(
      [
        '/evaluations',
        `/evaluations/${numberedEvaluationId(1)}`,
        `/evaluations/${numberedEvaluationId(2)}`,
      ].sort(),
    );
  });

  it('a prefetch run removes evaluations that are no longer open, unless a user opened them', async () => {
    evaluations.push(sampleEvaluation(3));
    await prefetchEvaluations();
    await fetchAndCacheEvaluation(reader, numberedEvaluationId(1), true);
    evaluations = [sampleEvaluation(3)];
    await prefetchEvaluations();
    const left = (await db.cache.toArray()).map((row) => row.evaluationId);
    expect(new Set(left)).toEqual(new Set([numberedEvaluationId(1), numberedEvaluationId(3)]));
  });

  it('a prefetch run ends when the connection goes down, and keeps the evaluations fetched so far', async () => {
    failureResponseFor = (path) => {
      isServerDown = path.startsWith('/files/');
      return isServerDown ? rejection(503, 'unavailable') : null;
    };
    expect(await prefetchEvaluations()).toBe('broken_off');
    expect(await db.cache.where('[ownerId+kind]').equals([ANA_ID, 'evaluation']).count()).toBeGreaterThan(0);
  });

  it('a prefetch run continues with the other evaluations when one is rejected', async () => {
    failureResponseFor = (path) =>
      path === `/evaluations/${numberedEvaluationId(1)}` ? rejection(404, 'not_found') : null;
    expect(await prefetchEvaluations()).toBe('done');
    expect(await readCachedEvaluation(reader, numberedEvaluationId(2))).not.toBeNull();
  });

  it('a prefetch run sends no request for a user who may not read evaluations, or after the session has ended', async () => {
    await signInOnDevice(ANA_ID, ['register_patients']);
    expect(await prefetchEvaluations()).toBe('not_due');
    expect(requests).toEqual([]);
  });

  it('the first page of a list of at most 50 evaluations starts a prefetch run when the device lacks one of them; later pages and longer lists do not', async () => {
    await prefetchEvaluations();
    requests = [];
    const listResponse = (total = 3) => ({ items: evaluations.map(toEvaluationListItem), total });
    expect(await prefetchIfAnyUncached(reader, firstPageQuery, listResponse())).toBe('not_due');
    evaluations.push(sampleEvaluation(3));
    // Only the newest evaluations are cached, and a long list or a later page may contain older ones.
    expect(await prefetchIfAnyUncached(reader, firstPageQuery, listResponse(51))).toBe('not_due');
    const withClosed = { ...filters, statuses: ['pendiente', 'cerrada'] as const };
    expect(await prefetchIfAnyUncached(reader, { filters: withClosed, page: 2 }, listResponse())).toBe(
      'not_due',
    );
    expect(requests).toEqual([]);
    expect(await prefetchIfAnyUncached(reader, firstPageQuery, listResponse(50))).toBe('done');
  });
});

describe('R3 documents', () => {
  const closed = sampleEvaluation(1, { status: 'cerrada', version: 1, closed_at: '2026-11-20T15:00:00Z' });

  it('a document that was opened once stays readable without network; the document of another signed version is not readable', async () => {
    evaluations = [closed];
    expect(await fetchOrReadDocument(reader, 'concept', closed)).toMatchObject({
      fileName: 'concepto_00000001.pdf',
      keptSince: null,
    });
    isServerDown = true;
    expect((await fetchOrReadDocument(reader, 'concept', closed)).keptSince).not.toBeNull();
    const again = { ...closed, version: 2, closed_at: '2026-11-21T15:00:00Z' };
    await expect(fetchOrReadDocument(reader, 'concept', again)).rejects.toMatchObject({
      name: 'Unreachable',
    });
  });

  it('a rejected request for a document reports the reason and does not return the cached document', async () => {
    evaluations = [closed];
    await fetchOrReadDocument(reader, 'concept', closed);
    failureResponseFor = () => rejection(409, 'evaluation_open');
    await expect(fetchOrReadDocument(reader, 'concept', closed)).rejects.toMatchObject({ status: 409 });
  });
});
