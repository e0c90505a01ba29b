import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { contentDigest } from '#server/documents/content/canonical.ts';
import { createEvaluation, fetchEvaluationDetail } from '../support/capture.ts';
import {
  type ClinicalFixture,
  postAttachment,
  attachmentParts,
  signedVersionsOf,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  reopen,
  saveNotes,
  saveOrders,
  seedClinicalFixture,
  sign,
  seedSignedEvaluation,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import { sha256 } from '../support/files/multipart.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('signing');
  clinicalFixture = await seedClinicalFixture(server);
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const createReadyEvaluation = () => seedReadyEvaluation(server, clinicalFixture);
const newEvaluation = async () => createEvaluation(server, await server.as('desk'));

describe('P4 signing of an evaluation', () => {
  it('P4.2 P7.16 signing closes the evaluation with the doctor and the time of the request, and creates version 1', async () => {
    const id = await createReadyEvaluation();
    const reply = await sign(doctor, id, clinicalFixture.doctors.signer);
    const evaluation = responseOf(Evaluation, reply);
    expect(evaluation).toMatchObject({
      status: 'cerrada',
      version: 1,
      doctor: { id: clinicalFixture.doctors.signer, name: 'Dra. Nury Peña' },
    });
    expect(Date.parse(evaluation.closed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(evaluation.started_at));
    expect(await fetchEvaluationDetail(doctor, id)).toEqual(evaluation);
    expect(reply.headers['etag']).toBe(await fetchEvaluationEtag(doctor, id));
    const again = await sign(doctor, id, clinicalFixture.doctors.plain);
    expect([again.statusCode, errorCodeOf(again)]).toEqual([409, 'evaluation_closed']);
    expect(await signedVersionsOf(server, id)).toHaveLength(1);
  });

  it('the signed version stores the doctor, the content and its digest', async () => {
    const id = await createReadyEvaluation();
    const parts = attachmentParts(await fetchFirstOrderId(doctor, id), pdf('firmado'), 'informe.pdf');
    await postAttachment(doctor, id, parts);
    await sign(doctor, id, clinicalFixture.doctors.signer);
    const [closing] = await signedVersionsOf(server, id);
    expect(closing).toMatchObject({
      closed_by: server.clinic.users.doctor,
      doctor_name: 'Dra. Nury Peña',
      doctor_specialty: 'Medicina del trabajo',
      doctor_license_number: 'LIC-1',
      doctor_registration_number: 'RM-1',
    });
    expect(closing?.['doctor_signature_sha256']).toMatch(/^[0-9a-f]{64}$/);
    expect(closing?.content).toMatchObject({
      version: 1,
      patient: { first_name: 'Ana', last_name: 'Gil' },
      exam_orders: [
        {
          exam: { code: 'AUD' },
          result_notes: 'Normal.',
          attachments: [{ original_name: 'informe.pdf', sha256: sha256(pdf('firmado')) }],
        },
      ],
      notes: [{ note_type: 'concepto', content: 'Apto.' }],
      media: [{ type: 'signature' }],
      doctor: { name: 'Dra. Nury Peña', license_number: 'LIC-1' },
    });
    expect(contentDigest(closing?.content)).toBe(closing?.content_sha256);
  });

  it('P4.2 the database rejects changes and deletions of a signed version, even by the server', async () => {
    await seedSignedEvaluation(server, clinicalFixture);
    const { pool } = server.database;
    for (const statement of [
      `update closings set doctor_name = 'Otro'`,
      'delete from closings',
      // PostgreSQL itself rejects a truncate without `cascade`, because other tables reference this one.
      'truncate closings cascade',
    ])
      await expect(pool.query(statement)).rejects.toThrow('append-only');
  });

  it('the server rejects signing with a missing, unknown or inactive doctor, and reports the error at the field', async () => {
    const id = await createReadyEvaluation();
    const nobody = 'Selecciona un médico para firmar la evaluación.';
    for (const [doctorId, message] of [
      [undefined, nobody],
      [null, nobody],
      ['x', nobody],
      [randomUUID(), 'El médico no existe.'],
      [clinicalFixture.doctors.inactive, 'El médico está inactivo. Elige otro.'],
    ]) {
      const reply = await sign(doctor, id, doctorId);
      expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, { doctor_id: message }]);
    }
    expect(await signedVersionsOf(server, id)).toEqual([]);
  });

  it('P4.4 when an evaluation cannot be signed, the error names every requirement that it does not meet', async () => {
    const reply = await sign(doctor, await newEvaluation(), clinicalFixture.doctors.signer);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([409, 'requirements_missing']);
    expect(fieldProblemsOf(reply)).toEqual({
      exam_order: 'Agrega al menos un examen.',
      results: 'Escribe el resultado de cada examen.',
      note: 'Escribe al menos una nota médica.',
      signature: 'Falta la firma del paciente.',
    });
  });

  it('the server rejects signing when only a result or only a note is missing', async () => {
    const id = await createReadyEvaluation();
    const missingDetails = async () =>
      Object.keys(fieldProblemsOf(await sign(doctor, id, clinicalFixture.doctors.signer)));
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: '' }]);
    expect(await missingDetails()).toEqual(['note']);
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto.' }]);
    await saveOrders(doctor, id, [{ exam_id: clinicalFixture.exams.sight }]);
    expect(await missingDetails()).toEqual(['results']);
    expect((await fetchEvaluationDetail(doctor, id)).status).toBe('en_proceso');
  });
});

describe('P4 reopening of an evaluation', () => {
  it('P4.3 reopening removes the doctor and `closed_at`, keeps the version number, and allows editing and signing again', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const reply = await reopen(doctor, id);
    expect(responseOf(Evaluation, reply)).toMatchObject({
      status: 'en_proceso',
      closed_at: null,
      doctor: null,
      version: 1,
    });
    await saveNotes(doctor, id, [{ note_type: 'concepto', content: 'Apto con restricciones.' }]);
    await saveOrders(doctor, id, [
      { order_id: await fetchFirstOrderId(doctor, id), result_notes: 'Hipoacusia.' },
    ]);
    await sign(doctor, id, clinicalFixture.doctors.plain);
    expect(await fetchEvaluationDetail(doctor, id)).toMatchObject({
      version: 2,
      doctor: { name: 'Dr. Luis Prueba' },
    });
    const closings = await signedVersionsOf(server, id);
    expect(closings.map(({ version, content }) => [version, content.notes[0]?.content])).toEqual([
      [1, 'Apto.'],
      [2, 'Apto con restricciones.'],
    ]);
    expect(closings[1]).toMatchObject({ doctor_signature_path: null, doctor_signature_sha256: null });
  });

  it('P7.16 the server rejects the reopening of an open evaluation', async () => {
    const reply = await reopen(doctor, await newEvaluation());
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([409, 'evaluation_open']);
  });
});

describe('L3 texts with more lines than a document can print', () => {
  const long = Array.from({ length: 501 }, (_, index) => `a${index}`).join('\n');

  it('the server rejects texts with too many lines, and reports the error at the field', async () => {
    const id = await newEvaluation();
    const note = await saveNotes(doctor, id, [{ note_type: 'concepto', content: long }]);
    expect([note.statusCode, fieldProblemsOf(note)]).toEqual([
      400,
      { 'notes.0.content': 'Máximo 500 renglones.' },
    ]);
    const result = await saveOrders(doctor, id, [
      { exam_id: clinicalFixture.exams.sight, result_notes: long },
    ]);
    expect([result.statusCode, fieldProblemsOf(result)]).toEqual([
      400,
      { 'orders.0.result_notes': 'Máximo 500 renglones.' },
    ]);
  });

  it('texts stored before the limit of lines existed can be read, but must be shortened before signing', async () => {
    const id = await createReadyEvaluation();
    await server.database.pool.query('update exam_orders set result_notes = $2 where evaluation_id = $1', [
      id,
      long,
    ]);
    expect((await fetchEvaluationDetail(doctor, id)).exam_orders[0]?.result_notes).toBe(long);
    const refused = await sign(doctor, id, clinicalFixture.doctors.signer);
    expect([refused.statusCode, errorCodeOf(refused)]).toEqual([409, 'requirements_missing']);
    expect(fieldProblemsOf(refused)).toEqual({
      results: 'El resultado de Audiometría tiene más de 500 renglones. Acórtalo y guárdalo antes de firmar.',
    });
    await saveOrders(doctor, id, [{ order_id: await fetchFirstOrderId(doctor, id), result_notes: 'Normal' }]);
    expect((await sign(doctor, id, clinicalFixture.doctors.signer)).statusCode).toBe(200);
  });
});
