import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listUnreportedAccesses } from '#storage/cache/offline-accesses.ts';
import { db } from '#storage/database/database.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  createErrorResponse,
  stubServer,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { fetchOrReadDocument } from './documents.ts';
import { fetchAndCacheEvaluation, readCachedEvaluation } from '../evaluations/evaluations.ts';
import { lookUpPatient } from '../lookup.ts';
import { refreshVerificationKey } from './verification-key.ts';
import { verifyScannedDocument } from './verification.ts';

const cacheOwner = { ownerId: ANA_ID, branchId: BRANCH_ID };
const evaluation = sampleEvaluation(1);
const createPdfResponse = () =>
  new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'application/pdf' } });
const fetchConcept = () => fetchOrReadDocument(cacheOwner, 'concept', evaluation);

let server: SessionServer;
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  server = stubServer((path) => (path.endsWith('-pdf') ? createPdfResponse() : Response.json(evaluation)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('S6 R3 404 without a message, as from a gateway that has lost its server', () => {
  const emptyResponse = () => new Response(null, { status: 404 });

  it('R4 the device keeps the cached evaluation after a 404 without a message and queues the offline access for reporting', async () => {
    await fetchAndCacheEvaluation(cacheOwner, evaluation.id, true);
    server.respond = emptyResponse;
    await expect(fetchAndCacheEvaluation(cacheOwner, evaluation.id, true)).rejects.toMatchObject({
      reason: 'portal',
    });
    expect((await readCachedEvaluation(cacheOwner, evaluation.id))?.evaluation).toEqual(evaluation);
    expect(await listUnreportedAccesses(ANA_ID)).toHaveLength(1);
  });

  it('the device keeps the cached document after a 404 without a message', async () => {
    await fetchConcept();
    server.respond = emptyResponse;
    expect((await fetchConcept()).keptSince).not.toBeNull();
  });
});

describe('S20 response that a full device cannot cache', () => {
  const rejectForQuota = () => Promise.reject(new DOMException('', 'QuotaExceededError'));

  it('the device shows a document although it has no space to cache it', async () => {
    vi.spyOn(db.cache, 'put').mockImplementation(rejectForQuota as never);
    expect((await fetchConcept()).bytes.byteLength).toBe(3);
  });

  it('the device shows the result of a patient lookup although it has no space to cache it', async () => {
    vi.spyOn(db.patients, 'put').mockImplementation(rejectForQuota as never);
    const known = {
      id: evaluation.id,
      identification_type: 'CC',
      identification_number: '1',
      first_name: 'Zoraida',
      last_name: 'Quiñones',
    };
    server.respond = () => Response.json(known);
    expect(await lookUpPatient(ANA_ID, 'CC', '1')).toMatchObject({
      source: 'server',
      patient: { id: known.id },
    });
  });

  it('a full device shows the result of a document verification, but the automatic fetch of the verification key throws', async () => {
    vi.spyOn(db.device, 'put').mockImplementation(rejectForQuota as never);
    server.respond = (path) =>
      path.endsWith('/verification-key')
        ? Response.json({ algorithm: 'Ed25519', public_key: 'a'.repeat(43) })
        : createErrorResponse(404, 'not_found');
    expect(await verifyScannedDocument({ code: '7KQ29M4XHJ3T', fragment: '', host: null })).toMatchObject({
      response: { type: 'unknown' },
    });
    await expect(refreshVerificationKey()).rejects.toMatchObject({ kind: 'full' });
  });
});
