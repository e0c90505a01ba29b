import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Registration } from '#contract/records/evaluation/corrections.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  idempotencyHeader,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';
import { saveNotes, fetchEvaluationEtag } from '../support/clinical.ts';
import { CORRECTION_REASON, sendCorrection, correctRegistration } from '../support/corrections.ts';
import {
  type Caller,
  type Server,
  responseOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('corrections');
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const PERSON = { first_name: 'Berta', middle_name: 'Lucía', last_name: 'Rojas', birth_date: '1990-04-12' };
const registerPerson = (patient: object = {}, other: object = {}) =>
  createEvaluation(server, receptionist, { ...PERSON, ...patient }, other);
const patientIdOf = async (id: string) => (await fetchEvaluationDetail(doctor, id)).patient.id;

describe('P10.288 PATCH /evaluations/{id}/registration', () => {
  it('P10.288 a correction changes and removes data of the patient, and keeps fields that it omits', async () => {
    const id = await registerPerson({ gender: 'F' });
    const reply = await correctRegistration(receptionist, id, {
      patient: {
        first_name: 'Bertha',
        middle_name: null,
        birth_date: '1991-05-13',
        occupation_name: 'Soldadora',
      },
    });
    expect(reply.patient).toMatchObject({
      first_name: 'Bertha',
      middle_name: null,
      last_name: 'Rojas',
      birth_date: '1991-05-13',
      gender: 'F',
      occupation_name: 'Soldadora',
    });
    expect(reply.corrections).toEqual([
      expect.objectContaining({
        by: 'Persona desk',
        by_id: server.clinic.users.desk,
        reason: CORRECTION_REASON,
        pictures: [],
        changes: [
          { field: 'patient.first_name', before: 'Berta', after: 'Bertha' },
          { field: 'patient.middle_name', before: 'Lucía', after: null },
          { field: 'patient.birth_date', before: '12/04/1990', after: '13/05/1991' },
          { field: 'patient.occupation_name', before: null, after: 'Soldadora' },
        ],
      }),
    ]);
    const seen = await fetchEvaluationDetail(doctor, id);
    expect(seen).toMatchObject({ patient: { first_name: 'Bertha' }, corrections: reply.corrections });
    expect(seen.patient_was).toBeUndefined();
  });

  it('P10.288 a correction changes type, companies and additional information, and raises the revision', async () => {
    const { types, companies } = server.clinic;
    const id = await registerPerson(
      {},
      { contractor_company_id: companies.scaffolds, additional_info: 'Turno' },
    );
    const before = await fetchEvaluationEtag(doctor, id);
    const reply = await correctRegistration(receptionist, id, {
      evaluation_type_id: types.exit,
      employer_company_id: companies.scaffolds,
      contractor_company_id: null,
      additional_info: null,
    });
    expect(reply).toMatchObject({
      evaluation_type: { id: types.exit },
      employer_company: { id: companies.scaffolds },
      contractor_company: null,
      additional_info: null,
    });
    expect(reply.corrections[0]?.changes).toEqual([
      { field: 'evaluation_type', before: 'Ingreso (ING)', after: 'Egreso (EGR)' },
      {
        field: 'employer_company',
        before: 'Constructora Peña Álvarez (DEMO) (CPI)',
        after: 'Andamios de Prueba (DEMO) (AND)',
      },
      { field: 'contractor_company', before: 'Andamios de Prueba (DEMO) (AND)', after: null },
      { field: 'additional_info', before: 'Turno', after: null },
    ]);
    const stale = await saveNotes(doctor, id, [{ note_type: 'habitos', content: 'Caminar.' }], {
      'if-match': before,
    });
    expect(rejectionOf(stale)).toEqual([412, 'precondition_failed']);
  });

  it('P10.288 P10.290 a correction moves the evaluation to a new patient, and the log has both patient ids', async () => {
    const id = await registerPerson();
    const from = await patientIdOf(id);
    const number = nextDocumentNumber();
    let reply: Registration | undefined;
    const lines = await collectNewLogEntries(server, async () => {
      reply = await correctRegistration(receptionist, id, {
        other_patient: {
          identification_type: 'CC',
          identification_number: number,
          first_name: 'Carla',
          last_name: 'Mora',
        },
      });
    });
    const to = reply?.patient.id;
    expect(to).not.toBe(from);
    expect(reply?.corrections[0]?.changes).toEqual([
      {
        field: 'patient',
        before: expect.stringMatching(/^Berta Lucía Rojas, CC \d+$/),
        after: `Carla Mora, CC ${number}`,
      },
    ]);
    expect(lines).toEqual([
      ['patient_looked_up', 'done', { found: false, here: 0, elsewhere: 0 }],
      ['registration_corrected', 'done', { number: 1, fields: ['patient'], moved_from: from, moved_to: to }],
    ]);
    const seen = await fetchEvaluationDetail(doctor, id);
    expect(seen.patient.first_name).toBe('Carla');
    expect(seen.patient_was).toBeUndefined();
  });

  it('P10.288 a correction moves the evaluation to a known patient, whose other data stay unchanged', async () => {
    const number = nextDocumentNumber();
    const theirs = await registerPerson({ identification_number: number, first_name: 'Dora', gender: 'F' });
    const id = await registerPerson();
    const reply = await correctRegistration(receptionist, id, {
      other_patient: {
        identification_type: 'CC',
        identification_number: number,
        first_name: 'Dora',
        last_name: 'Rojas',
      },
    });
    expect(reply.patient).toMatchObject({ id: await patientIdOf(theirs), gender: 'F', middle_name: 'Lucía' });
  });

  it('P10.288 the log entry of a correction has the field names, but no values and no patient', async () => {
    const id = await registerPerson();
    const patient = await patientIdOf(id);
    const lines = await collectNewLogEntries(server, () =>
      correctRegistration(receptionist, id, { patient: { first_name: 'Zacarías' } }),
    );
    expect(lines).toEqual([
      ['registration_corrected', 'done', { number: 1, fields: ['patient.first_name'] }],
      ['patient_changed', 'done', { patient, fields: ['first_name'] }],
    ]);
  });

  it('P10.288 the server returns the registration without clinical data to a receptionist, and logs the access', async () => {
    const id = await registerPerson();
    const lines = await collectNewLogEntries(server, async () => {
      const reply = await receptionist.get(`/evaluations/${id}/registration`);
      expect(Object.keys(responseOf(Registration, reply)).sort()).toEqual(
        Object.keys(Registration.shape).sort(),
      );
      expect(Object.keys(reply.json<object>()).sort()).toEqual(Object.keys(Registration.shape).sort());
    });
    expect(lines).toEqual([['evaluation_read', 'done', { part: 'registration' }]]);
  });

  it('P10.288 a repeated correction gets the first response; other content under its idempotency key is rejected', async () => {
    const id = await registerPerson();
    const headers = { ...idempotencyHeader(), 'x-capture-id': randomUUID() };
    const body = { patient: { gender: 'F' } };
    const first = await sendCorrection(receptionist, id, body, headers);
    const again = await sendCorrection(receptionist, id, body, headers);
    expect([again.statusCode, again.headers['idempotency-status']]).toEqual([200, 'replayed']);
    expect(again.json()).toEqual(first.json());
    const other = await sendCorrection(receptionist, id, { patient: { gender: 'M' } }, headers);
    expect(rejectionOf(other)).toEqual([422, 'idempotency_mismatch']);
    const elsewhere = await sendCorrection(receptionist, await registerPerson(), body, headers);
    expect(rejectionOf(elsewhere)).toEqual([422, 'idempotency_mismatch']);
    expect((await fetchEvaluationDetail(doctor, id)).corrections).toHaveLength(1);
  });

  it('P10.288 the server rejects a correction as already registered when a correction with this capture id arrived before under another idempotency key', async () => {
    const id = await registerPerson();
    const capture = { 'x-capture-id': randomUUID() };
    await correctRegistration(
      receptionist,
      id,
      { patient: { gender: 'F' } },
      { ...idempotencyHeader(), ...capture },
    );
    const second = await sendCorrection(
      receptionist,
      id,
      { patient: { gender: 'M' } },
      { ...idempotencyHeader(), ...capture },
    );
    expect(rejectionOf(second)).toEqual([409, 'already_registered']);
    expect((await fetchEvaluationDetail(doctor, id)).patient.gender).toBe('F');
  });

  it('P10.288 when several corrections with one capture id arrive at the same time, the server keeps one', async () => {
    const capture = { 'x-capture-id': randomUUID() };
    const ids = await Promise.all(Array.from({ length: 4 }, () => registerPerson()));
    const replies = await Promise.all(
      ids.map((id) => sendCorrection(receptionist, id, { patient: { gender: 'F' } }, capture)),
    );
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409]);
  });

  it('P10.288 the list of evaluations and the patient lookup find the patient by the corrected name', async () => {
    const number = nextDocumentNumber();
    const id = await registerPerson({ identification_number: number });
    await correctRegistration(receptionist, id, { patient: { first_name: 'Xiomara' } });
    const list = await doctor.get('/evaluations?search=xiomara');
    expect(list.json<{ items: { id: string }[] }>().items.map((item) => item.id)).toEqual([id]);
    expect(responseOf(Patient, await searchPatient(receptionist, number)).first_name).toBe('Xiomara');
  });
});

describe('P10.294 logged accesses to a corrected registration', () => {
  it('P10.294 the server logs repeated accesses to an open evaluation once, and again after a correction has changed the evaluation’s ETag', async () => {
    const id = await createEvaluation(server, receptionist);
    const tag = await fetchEvaluationEtag(doctor, id);
    const fetchAgain = async () =>
      (await doctor.get(`/evaluations/${id}`, { 'if-none-match': tag })).statusCode;
    expect(
      await collectNewLogEntries(server, async () => {
        for (let asked = 0; asked < 5; asked += 1) expect(await fetchAgain()).toBe(304);
      }),
    ).toEqual([]);
    await correctRegistration(receptionist, id, { patient: { gender: 'F' } });
    const lines = await collectNewLogEntries(server, async () => expect(await fetchAgain()).toBe(200));
    expect(lines).toEqual([['evaluation_read', 'done', {}]]);
  });

  it('P10.294 the first read of an evaluation is logged although the same user has already fetched its registration', async () => {
    const id = await createEvaluation(server, receptionist);
    const copied = await doctor.get(`/evaluations/${id}`, { 'x-prefetch': '1' });
    await doctor.get(`/evaluations/${id}/registration`);
    const opened = await collectNewLogEntries(server, () =>
      doctor.get(`/evaluations/${id}`, { 'if-none-match': String(copied.headers['etag']) }),
    );
    expect(opened).toEqual([['evaluation_read', 'done', {}]]);
  });
});
