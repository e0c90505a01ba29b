// @module-tag landing
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Verification, VerificationKey } from '#contract/records/evaluation/verification.ts';
import { matchesDocument } from '#domain/verification/shown.ts';
import { readQr } from '#tests/support/documents/read-qr.ts';
import { verifyQrFragment } from '../../../src/verification/verify-signature.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  saveDecisions,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  server = await startServer('printed-qr', { publicUrl: new URL('https://ventanilla.example.com') });
  clinicalFixture = await seedClinicalFixture(server);
});
afterAll(() => server.stop());

async function printAndVerifyConcept(patient: object, decisions: object) {
  const doctor = await server.as('doctor');
  const id = await createEvaluation(server, await server.as('desk'), patient);
  await addPicture(server, id, 'signature');
  await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.hearing, result_notes: 'Normal.' }]);
  await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto para el cargo' }]);
  await saveDecisions(doctor, id, decisions);
  await sign(doctor, id, clinicalFixture.doctors.signer);
  const { rawPayload } = await doctor.get(`/evaluations/${id}/concept-pdf`);
  const { hash, pathname } = new URL(await readQr(rawPayload, 1));
  const code = pathname.split('/').at(-1) ?? '';
  const key = responseOf(VerificationKey, await server.anonymous.get('/verification-key')).public_key;
  const seal = await verifyQrFragment(code, hash, key);
  if (seal.type !== 'signed') throw new Error(`The QR is ${seal.type}`);
  const online = responseOf(Verification, await server.anonymous.get(`/verifications/${code}`));
  return { facts: seal.facts, online };
}

describe('P10.267 QR code of a printed concept', () => {
  it("P10.267 the QR code of a concept contains the masked name and the aptitude of its patient, and does not match another patient's concept", async () => {
    const same = '9997000017';
    const mine = await printAndVerifyConcept(
      { first_name: 'ñoño', last_name: 'Álvarez', identification_number: same },
      { aptitude: 'no_apto' },
    );
    expect(mine.facts).toMatchObject({ version: 2, verdict: 'no_apto', patient: 'Ñ*** Á***' });
    expect(matchesDocument(mine.facts, mine.online)).toBe(true);
    expect(matchesDocument(mine.facts, { ...mine.online, verdict: 'apto' })).toBe(false);
    const other = await printAndVerifyConcept(
      { first_name: 'Zoe', last_name: 'Quintero', identification_number: '9998000017' },
      { aptitude: 'apto' },
    );
    expect(other.online.document_ending).toBe(mine.online.document_ending);
    expect(matchesDocument({ ...mine.facts, number: other.online.number }, other.online)).toBe(false);
    expect(other.facts).toMatchObject({ patient: 'Z*** Q***' });
  });

  it('P10.262 the QR code and the server state the verdict `otro` when the doctor chose no aptitude', async () => {
    const { facts, online } = await printAndVerifyConcept({}, {});
    expect([facts, online]).toMatchObject([{ verdict: 'otro' }, { verdict: 'otro' }]);
    expect(matchesDocument(facts, online)).toBe(true);
  });
});
