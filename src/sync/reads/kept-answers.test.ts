import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unreportedAccesses } from '#storage/cache/readings.ts';
import { db } from '#storage/database/database.ts';
import { ANA, BRANCH, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { refusing, stubServer, type SessionServer } from '#tests/support/device/session-provider.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { fetchDocument } from './documents.ts';
import { fetchEvaluation, readCachedEvaluation } from './evaluations.ts';
import { lookUpPatient } from './lookup.ts';
import { learnVerificationKey } from './verification-key.ts';
import { checkDocument } from './verification.ts';

const reader = { ownerId: ANA, branchId: BRANCH };
const evaluation = sampleEvaluation(1);
const pdf = () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'application/pdf' } });
const concept = () => fetchDocument(reader, 'concept', evaluation);

let server: SessionServer;
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA, ['manage_evaluations']);
  server = stubServer((path) => (path.endsWith('-pdf') ? pdf() : Response.json(evaluation)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('S6 R3 bare 404, as from a gateway that has lost its server', () => {
  const bare = () => new Response(null, { status: 404 });

  it('R4 removes no evaluation from the device, and the access there is queued for reporting', async () => {
    await fetchEvaluation(reader, evaluation.id, true);
    server.respond = bare;
    await expect(fetchEvaluation(reader, evaluation.id, true)).rejects.toMatchObject({ reason: 'portal' });
    expect((await readCachedEvaluation(reader, evaluation.id))?.evaluation).toEqual(evaluation);
    expect(await unreportedAccesses(ANA)).toHaveLength(1);
  });

  it('leaves the cached document', async () => {
    await concept();
    server.respond = bare;
    expect((await concept()).keptSince).not.toBeNull();
  });
});

describe('S20 response on a device without room to cache it', () => {
  const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'));

  it('is shown for a document', async () => {
    vi.spyOn(db.cache, 'put').mockImplementation(full as never);
    expect((await concept()).bytes.byteLength).toBe(3);
  });

  it('is shown for a patient lookup', async () => {
    vi.spyOn(db.patients, 'put').mockImplementation(full as never);
    const known = {
      id: evaluation.id,
      identification_type: 'CC',
      identification_number: '1',
      first_name: 'Zoraida',
      last_name: 'Quiñones',
    };
    server.respond = () => Response.json(known);
    expect(await lookUpPatient(ANA, 'CC', '1')).toMatchObject({
      source: 'server',
      patient: { id: known.id },
    });
  });

  it('is shown for a document check, while the automatic fetch of the key reports the failure', async () => {
    vi.spyOn(db.device, 'put').mockImplementation(full as never);
    server.respond = (path) =>
      path.endsWith('/verification-key')
        ? Response.json({ algorithm: 'Ed25519', public_key: 'a'.repeat(43) })
        : refusing(404, 'not_found');
    expect(await checkDocument({ code: '7KQ29M4XHJ3T', fragment: '', host: null })).toMatchObject({
      response: { type: 'unknown' },
    });
    await expect(learnVerificationKey()).rejects.toMatchObject({ kind: 'full' });
  });
});
