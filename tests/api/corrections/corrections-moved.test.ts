// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { MAX_UNKNOWN_LOOKUPS_PER_HOUR } from '#server/patients/commands/look-up-patient.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';
import { confirmedContent, consentedHeaders } from '../support/consent.ts';
import { CORRECTION_REASON, sendCorrection, correctRegistration } from '../support/corrections.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import {
  responseOf,
  type Caller,
  type Server,
  fieldProblemsOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let receptionistMedellin: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('corrections_moved');
  receptionist = await server.as('desk');
  receptionistMedellin = await server.as('deskMedellin');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const otherPatientCorrectionBody = (identification_number: string, names: object = {}) => ({
  other_patient: {
    identification_type: 'CC',
    identification_number,
    first_name: 'Carla',
    last_name: 'Mora',
    ...names,
  },
});
async function registerOtherPatient(at: Caller, names: object = {}): Promise<string> {
  const number = nextDocumentNumber();
  await createEvaluation(server, at, { ...otherPatientCorrectionBody(number, names).other_patient });
  return number;
}
const readPatients = async () =>
  (await server.database.pool.query('select id, first_name, data_at from patients order by id')).rows;

describe('P10.290 correction that moves the evaluation to another patient', () => {
  it('P10.290 the server rejects a correction to another patient’s document number when the names differ; the error at the number field names that patient', async () => {
    const id = await createEvaluation(server, receptionist);
    const number = await registerOtherPatient(receptionistMedellin);
    const before = await readPatients();
    let reply = await sendCorrection(receptionist, id, {});
    const lines = await collectNewLogEntries(server, async () => {
      reply = await sendCorrection(
        receptionist,
        id,
        otherPatientCorrectionBody(number, { first_name: 'Luz', last_name: 'Corta' }),
      );
    });
    expect(rejectionOf(reply)).toEqual([409, 'document_of_another']);
    expect(fieldProblemsOf(reply)).toEqual({
      'other_patient.identification_number':
        "Este documento ya está registrado a nombre de Carla Mora. Corrige el número; si es la misma persona, búscala con 'Buscar paciente'.",
    });
    expect(lines).toEqual([
      ['patient_looked_up', 'done', expect.objectContaining({ found: true, here: 0, elsewhere: 1 })],
      ['registration_corrected', 'refused', { code: 'document_of_another' }],
    ]);
    expect(await readPatients()).toEqual(before);
  });

  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.replace(/\B/g, ' ');
  const every = { first_name: LETTERS, middle_name: LETTERS, last_name: LETTERS, second_last_name: LETTERS };
  it('P10.290 the server rejects a known document number with the name of another person, in a correction and in a registration, whatever the capture time', async () => {
    const id = await createEvaluation(server, receptionist);
    const number = await registerOtherPatient(receptionistMedellin);
    const before = await readPatients();
    const json = evaluationBody(server, { identification_number: number, ...every });
    for (const headers of [{}, { 'x-captured-at': '2001-01-01T08:00:00-05:00' }])
      for (const reply of [
        await sendCorrection(receptionist, id, otherPatientCorrectionBody(number, every), headers),
        await receptionist.post('/evaluations', { json, headers }),
      ])
        expect(rejectionOf(reply)).toEqual([409, 'document_of_another']);
    expect(await readPatients()).toEqual(before);
  });

  it('P10.288 P10.290 a correction changes the spelling of another branch’s patient, but cannot give that patient the name of another person', async () => {
    const number = await registerOtherPatient(receptionistMedellin);
    const id = await createEvaluation(server, receptionist, otherPatientCorrectionBody(number).other_patient);
    const before = await readPatients();
    const another = { first_name: 'Luz', last_name: 'Corta', birth_date: null, gender: null };
    const reply = await sendCorrection(receptionist, id, { patient: another });
    const message =
      "Este paciente también se atiende en otra sede, y este nombre parece de otra persona. Usa 'Este registro es de otra persona'.";
    expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
    expect(fieldProblemsOf(reply)).toEqual({ 'patient.first_name': message, 'patient.last_name': message });
    expect(await readPatients()).toEqual(before);
    const spelled = await correctRegistration(receptionist, id, {
      patient: { first_name: 'Karla', middle_name: 'Inés' },
    });
    expect(spelled.patient).toMatchObject({ first_name: 'Karla', middle_name: 'Inés', last_name: 'Mora' });
    const own = await createEvaluation(server, receptionist, { first_name: 'Ana' });
    expect((await correctRegistration(receptionist, own, { patient: another })).patient).toMatchObject({
      first_name: 'Luz',
    });
  });

  it('P10.290 a correction to a patient who is unknown or of another branch counts once per idempotency key against the rate limit of lookups', async () => {
    server.clock.now = new Date(new Date().setUTCHours(11, 40, 0, 0) + 24 * 60 * 60_000);
    const desks = await server.signIn('desk');
    const [id, stranger, own] = [
      await createEvaluation(server, desks),
      await registerOtherPatient(receptionistMedellin),
      await registerOtherPatient(desks),
    ];
    const headers = idempotencyHeader();
    const first = await sendCorrection(
      desks,
      id,
      otherPatientCorrectionBody(await registerOtherPatient(receptionistMedellin)),
      headers,
    );
    expect(first.statusCode).toBe(200);
    for (let looked = 1; looked < MAX_UNKNOWN_LOOKUPS_PER_HOUR; looked += 1)
      await searchPatient(desks, '9999123456');
    expect((await sendCorrection(desks, id, { reason: CORRECTION_REASON }, headers)).statusCode).toBe(422);
    for (const number of [stranger, nextDocumentNumber()]) {
      const refused = await sendCorrection(desks, id, otherPatientCorrectionBody(number));
      expect(rejectionOf(refused)).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const again = await collectNewLogEntries(server, () =>
      correctRegistration(desks, id, otherPatientCorrectionBody(own)),
    );
    expect(again.map(([action]) => action)).toEqual(['patient_looked_up', 'registration_corrected']);
    server.clock.now = null;
  });

  it('P10.290 a rejected correction of another branch’s evaluation looks up no document number', async () => {
    const id = await createEvaluation(server, receptionistMedellin);
    const lines = await collectNewLogEntries(server, async () => {
      expect(
        rejectionOf(
          await sendCorrection(
            receptionist,
            id,
            otherPatientCorrectionBody(await registerOtherPatient(receptionist)),
          ),
        ),
      ).toEqual([404, 'not_found']);
    });
    expect(lines.map(([action]) => action)).not.toContain('patient_looked_up');
  });

  it('P10.290 a correction to another spelling of the patient’s own document number changes data and keeps the patient', async () => {
    const number = nextDocumentNumber();
    const id = await createEvaluation(server, receptionist, { identification_number: number });
    const before = (await fetchEvaluationDetail(doctor, id)).patient;
    const spaced = `${number.slice(0, 4)}.${number.slice(4)}`;
    const reply = await correctRegistration(receptionist, id, {
      other_patient: {
        identification_type: 'CC',
        identification_number: spaced,
        first_name: 'Ana',
        last_name: 'Gil',
        gender: 'F',
      },
    });
    expect(reply.patient).toMatchObject({ id: before.id, gender: 'F' });
    expect(reply.corrections[0]?.changes).toEqual([
      { field: 'patient.gender', before: null, after: 'Femenino' },
    ]);
  });
});

describe('P10.290 correction sent by another user', () => {
  const body = JSON.stringify({ reason: CORRECTION_REASON, patient: { gender: 'F' }, pictures: ['photo'] });
  const sendConsentedCorrection = async (id: string, evaluationId = id) => {
    const content = confirmedContent(server, { bytes: body, place: { kind: 'correction', evaluationId } });
    const headers = await consentedHeaders(server, content);
    const reply = await doctor.send('PATCH', `/evaluations/${id}/registration`, { raw: body, headers });
    return { reply, content };
  };

  it('P10.290 a user who sends another user’s correction needs the author’s consent to exactly this evaluation; the stored author does not change', async () => {
    const [id, another] = [
      await createEvaluation(server, receptionist),
      await createEvaluation(server, receptionist),
    ];
    expect(rejectionOf((await sendConsentedCorrection(id, another)).reply)).toEqual([403, 'consent_invalid']);
    const { reply, content } = await sendConsentedCorrection(id);
    expect(reply.statusCode).toBe(200);
    expect((await fetchEvaluationDetail(doctor, id)).corrections?.map(({ by }) => by)).toEqual([
      'Persona desk',
    ]);
    const { rows } = await server.database.pool.query(
      'select capture_id, created_by, sent_by from corrections where evaluation_id = $1',
      [id],
    );
    const { users } = server.clinic;
    expect(rows).toEqual([{ capture_id: content.captureId, created_by: users.desk, sent_by: users.doctor }]);
  });

  it('P10.290 S30 the server accepts an author’s consent to a correction when the consent names the registration by its capture id', async () => {
    const captureId = randomUUID();
    const headers = { ...idempotencyHeader(), 'x-capture-id': captureId };
    const reply = await receptionist.post('/evaluations', { json: evaluationBody(server), headers });
    const { id } = responseOf(CreatedEvaluation, reply);
    expect((await sendConsentedCorrection(id, captureId)).reply.statusCode).toBe(200);
    expect(rejectionOf((await sendConsentedCorrection(id, randomUUID())).reply)).toEqual([
      403,
      'consent_invalid',
    ]);
  });

  it('P10.290 the server accepts an image of a correction from another user only if the author’s consent names that correction', async () => {
    const id = await createEvaluation(server, receptionist);
    const { content } = await sendConsentedCorrection(id);
    const bytes = await photo();
    const place = { kind: 'correction_photo', captureId: content.captureId } as const;
    const picture = confirmedContent(server, { bytes, place, captureId: content.captureId });
    const upload = async (headers: Record<string, string>) =>
      doctor.post(`/evaluations/${id}/media`, { parts: mediaParts('photo', bytes), headers });
    const another = (await sendConsentedCorrection(await createEvaluation(server, receptionist))).content
      .captureId;
    const stranger = { ...picture, place: { ...place, captureId: another } };
    expect(rejectionOf(await upload(await consentedHeaders(server, stranger)))).toEqual([
      403,
      'consent_invalid',
    ]);
    expect((await upload(await consentedHeaders(server, picture))).statusCode).toBe(201);
  });
});
