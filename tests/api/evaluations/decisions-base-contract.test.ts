import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERDICT_LABELS } from '#contract/vocabulary.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  type ClinicalFixture,
  addPicture,
  signedVersionsOf,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
} from '../support/clinical.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('decisions_base', { publicUrl: new URL('https://ventanilla.example.com') });
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

describe('P10.262 base-contract client, which knows no decisions', () => {
  it('P10.262 a base-contract client signs notes without decisions, and the concept states that the decisions are not recorded', async () => {
    const id = await createEvaluation(server, await server.as('desk'));
    await addPicture(server, id, 'signature');
    await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.hearing, result_notes: 'Normal.' }]);
    await saveNotes(doctor, id, [
      { note_type: 'concepto', content: 'Apto con restricciones' },
      { note_type: 'sve', content: 'Ingresa al SVE osteomuscular.' },
      { note_type: 'manejo_eps_arp', content: 'Remitir a EPS' },
    ]);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
    const concept = await pdfTextOf((await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload);
    expect(concept).toContain('Apto con restricciones');
    expect(concept.match(/No registrado/g)?.length).toBeGreaterThanOrEqual(2);
    expect(concept).not.toMatch(/Sí:|osteomuscular|Requiere valoración|No requiere/);
    const [closing] = await signedVersionsOf(server, id);
    const code = closing?.content.document?.code ?? '';
    const verification = (await server.anonymous.get(`/verifications/${code}`)).json<object>();
    expect(verification).toMatchObject({ verdict: 'otro', predates_choice: false });
    expect(VERDICT_LABELS.otro).toBe('No se indica; lee el documento');
  });
});
