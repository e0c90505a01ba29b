import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import {
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  nextDocumentNumber,
  searchPatient,
} from '../support/capture.ts';
import {
  type ClinicalFixture,
  seedReadyEvaluation,
  reopen,
  seedClinicalFixture,
  sign,
  fetchEvaluationEtag,
} from '../support/clinical.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let clinicalFixture: ClinicalFixture;
let receptionist: Caller;
let receptionistMedellin: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('changed_patient');
  clinicalFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  receptionistMedellin = await server.as('deskMedellin');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const ana = {
  first_name: 'Ana',
  middle_name: 'María',
  last_name: 'Gil',
  birth_date: '1990-05-12',
  occupation_name: 'Soldadora',
};
async function registerPatient(person: object = ana) {
  const number = nextDocumentNumber();
  const evaluation = await createEvaluation(server, receptionist, {
    ...person,
    identification_number: number,
  });
  const { patient } = await fetchEvaluationDetail(doctor, evaluation);
  return { number, evaluation, id: patient.id };
}
interface PatientReference {
  readonly number: string;
  readonly id: string;
}
const postKnownPatientAgain = (
  caller: Caller,
  { number, id }: PatientReference,
  patch: object,
  headers = {},
) =>
  caller.post('/evaluations', {
    json: evaluationBody(server, { ...ana, ...patch, id, identification_number: number }),
    headers,
  });
/**
 * Registers the known patient at the branch in Medellín with the data in `patch`. The request contains the patient's id, as
 * after a lookup.
 */
const registerKnownInMedellin = (person: PatientReference, patch: object, headers = {}) =>
  postKnownPatientAgain(receptionistMedellin, person, patch, headers);

describe('P10.248 accents of a known patient', () => {
  it('P10.248 a registration without accents removes the accents from the name of a known patient only if the device looked up the patient before', async () => {
    const julian = { ...ana, first_name: 'Julián', last_name: 'Muñoz' };
    const person = await registerPatient(julian);
    const write = async (names: object) => {
      await receptionistMedellin.post('/evaluations', {
        json: evaluationBody(server, { ...ana, ...names, identification_number: person.number }),
      });
      return (await fetchEvaluationDetail(doctor, person.evaluation)).patient;
    };
    expect(await write({ first_name: 'JULIAN', last_name: 'Munoz' })).toMatchObject({
      first_name: 'Julián',
      last_name: 'Muñoz',
    });
    expect(await write({ id: person.id, first_name: 'Julian', last_name: 'Muñoz' })).toMatchObject({
      first_name: 'Julian',
      last_name: 'Muñoz',
    });
  });
});

describe('P8.39 registration of a patient of another branch without a lookup', () => {
  const write = (person: PatientReference, patch: object) =>
    receptionistMedellin.post('/evaluations', {
      json: evaluationBody(server, { ...ana, ...patch, identification_number: person.number }),
    });
  const readKnown = async ({ number }: PatientReference) =>
    responseOf(Patient, await searchPatient(receptionist, number));
  const RENAMED = { first_name: 'Ána', middle_name: 'M.', last_name: 'Gill' };

  it('P8.39 a registration without a lookup keeps names and birth date of another branch’s patient, and the doctor sees the typed ones', async () => {
    const person = await registerPatient();
    const made = await write(person, { ...RENAMED, birth_date: '1991-01-01', gender: 'F' });
    expect(await readKnown(person)).toMatchObject({ ...ana, gender: 'F' });
    const { patient_was: typed } = await fetchEvaluationDetail(
      await server.as('doctorMedellin'),
      responseOf(CreatedEvaluation, made).id,
    );
    expect(typed).toMatchObject({ last_name: 'Gill', birth_date: '1991-01-01' });
    await write(person, { birth_date: undefined, ...RENAMED });
    expect(await readKnown(person)).toMatchObject(ana);
  });

  it('P8.39 the server changes the names of a patient of another branch when the registration has the known birth date', async () => {
    const person = await registerPatient();
    await write(person, RENAMED);
    expect(await readKnown(person)).toMatchObject(RENAMED);
  });
});

describe('M4 registration that changes a known patient', () => {
  it('when a registration changes a patient, the log has the names of the changed fields, the user and the branch', async () => {
    const person = await registerPatient();
    const since = await lastLogSequence(server);
    const made = responseOf(
      CreatedEvaluation,
      await registerKnownInMedellin(person, {
        first_name: 'Luz',
        last_name: 'Corta',
        gender: 'F',
        middle_name: 'María',
      }),
    );
    const lines = await readActivityLog(server, since);
    expect(lines.map(({ action }) => action)).toEqual(['evaluation_created', 'patient_changed']);
    expect(lines[1]).toMatchObject({
      status: 'done',
      user_name: 'Persona deskMedellin',
      branch_name: 'Medellín',
      evaluation_id: made.id,
      detail: { patient: person.id, fields: ['first_name', 'last_name', 'gender'] },
    });
    expect(JSON.stringify(lines)).not.toMatch(/Luz|Corta|Gil/);
  });

  it('the server logs no change when the patient is new, the data stay equal or the stored data are newer', async () => {
    const person = await registerPatient();
    const since = await lastLogSequence(server);
    await registerKnownInMedellin(person, {
      identification_number: `${person.number.slice(0, 3)}.${person.number.slice(3)}`,
    });
    await registerKnownInMedellin(
      person,
      { first_name: 'Luz' },
      { 'x-captured-at': '2026-01-02T08:00:00-05:00' },
    );
    await registerPatient();
    expect(new Set((await readActivityLog(server, since)).map(({ action }) => action))).toEqual(
      new Set(['evaluation_created', 'evaluation_read']),
    );
  });

  it('the server logs the change of a patient once when the registration is repeated under its idempotency key', async () => {
    const person = await registerPatient();
    const since = await lastLogSequence(server);
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
    for (let times = 0; times < 3; times += 1)
      await registerKnownInMedellin(person, { last_name: 'Gill' }, headers);
    expect((await readActivityLog(server, since)).map(({ action }) => action)).toEqual([
      'evaluation_created',
      'patient_changed',
    ]);
  });
});

describe('M4 previous patient data in an open evaluation', () => {
  const earlierPatient = async (id: string) => (await fetchEvaluationDetail(doctor, id)).patient_was;

  it('an open evaluation returns the previous patient data and gets another ETag, except when only case or accents changed', async () => {
    const person = await registerPatient();
    await registerKnownInMedellin(person, { first_name: 'ÁNA', middle_name: 'MARIA' });
    expect(await earlierPatient(person.evaluation)).toBeUndefined();
    const before = await fetchEvaluationEtag(doctor, person.evaluation);
    await registerKnownInMedellin(person, {
      first_name: 'Luz',
      middle_name: 'Marina',
      last_name: 'Corta',
      birth_date: '1991-06-13',
      occupation_name: 'Jefa',
    });
    expect(await earlierPatient(person.evaluation)).toEqual(ana);
    expect(responseOf(Patient, await searchPatient(receptionist, person.number)).first_name).toBe('Luz');
    expect(await fetchEvaluationEtag(doctor, person.evaluation)).not.toBe(before);
    await registerKnownInMedellin(person, {});
    expect(await earlierPatient(person.evaluation)).toBeUndefined();
  });

  it('an open evaluation returns previous patient data also for fields that were empty and for a patient registered by id alone', async () => {
    const { number, id } = await registerPatient({ first_name: 'Ana', last_name: 'Gil' });
    const { patient: _typed, ...body } = evaluationBody(server);
    const found = await receptionist.post('/evaluations', { json: { ...body, patient_id: id } });
    const evaluation = responseOf(CreatedEvaluation, found).id;
    await registerKnownInMedellin({ number, id }, { occupation_name: undefined, birth_date: undefined });
    expect(await earlierPatient(evaluation)).toEqual({ middle_name: null });
  });

  it('an evaluation returns previous patient data until it is signed, and again after it is reopened', async () => {
    const evaluation = await seedReadyEvaluation(server, clinicalFixture);
    const { patient } = await fetchEvaluationDetail(doctor, evaluation);
    await registerKnownInMedellin(
      { number: patient.identification_number, id: patient.id },
      { first_name: 'Luz' },
    );
    expect((await earlierPatient(evaluation))?.first_name).toBe(patient.first_name);
    await sign(doctor, evaluation, clinicalFixture.doctors.signer);
    expect(await earlierPatient(evaluation)).toBeUndefined();
    await reopen(doctor, evaluation);
    expect((await earlierPatient(evaluation))?.first_name).toBe(patient.first_name);
  });

  it('an evaluation of an earlier server version returns only the previous patient data that this version stored', async () => {
    const person = await registerPatient();
    const setRegisteredPatient = (kept: object | null) =>
      server.database.pool.query('update evaluations set registered_patient = $1 where id = $2', [
        kept && JSON.stringify(kept),
        person.evaluation,
      ]);
    await setRegisteredPatient({ identification_type: 'CC', first_name: 'Otra', last_name: 'Gil' });
    expect(await earlierPatient(person.evaluation)).toEqual({ first_name: 'Otra' });
    await setRegisteredPatient(null);
    expect(await earlierPatient(person.evaluation)).toBeUndefined();
  });
});

describe('P10.299 registration that removes values', () => {
  const EVERY = { middle_name: 'María', second_last_name: 'Paz', gender: 'F' };
  const without = { middle_name: undefined, birth_date: undefined, occupation_name: undefined };
  const CLEARED = ['middle_name', 'second_last_name', 'birth_date', 'gender', 'occupation_name'];
  const fetchPatient = async (number: string) =>
    responseOf(Patient, await searchPatient(receptionist, number));

  it('P10.299 a registration that removes values stores null, logs the field names, and shows the previous values to the doctor', async () => {
    const person = await registerPatient({ ...ana, ...EVERY });
    const since = await lastLogSequence(server);
    const made = responseOf(
      CreatedEvaluation,
      await postKnownPatientAgain(receptionist, person, { ...without, cleared: CLEARED }),
    );
    expect(await fetchPatient(person.number)).toMatchObject({
      first_name: 'Ana',
      middle_name: null,
      last_name: 'Gil',
      second_last_name: null,
      birth_date: null,
      gender: null,
      occupation_name: null,
      occupation_id: null,
    });
    const lines = await readActivityLog(server, since);
    const changed = lines.find(({ action }) => action === 'patient_changed');
    expect(changed?.detail).toEqual({ patient: person.id, fields: CLEARED });
    const was = { ...EVERY, birth_date: ana.birth_date, occupation_name: ana.occupation_name };
    expect((await fetchEvaluationDetail(doctor, person.evaluation)).patient_was).toEqual(was);
    expect((await fetchEvaluationDetail(doctor, made.id)).patient_was).toBeUndefined();
    await registerKnownInMedellin(person, { ...without, gender: 'F' });
    expect((await fetchEvaluationDetail(doctor, made.id)).patient_was).toEqual({ gender: null });
  });

  it('P10.299 a registration that removes a value changes nothing when the patient has newer data or the value is already empty', async () => {
    const person = await registerPatient({ ...ana, ...EVERY });
    const old = { 'x-captured-at': '2026-01-02T08:00:00-05:00' };
    const made = responseOf(
      CreatedEvaluation,
      await postKnownPatientAgain(receptionist, person, { ...without, cleared: ['gender'] }, old),
    );
    expect(await fetchPatient(person.number)).toMatchObject({ gender: 'F', occupation_name: 'Soldadora' });
    expect((await fetchEvaluationDetail(doctor, made.id)).patient_was).toEqual({ gender: null });
    await registerKnownInMedellin(person, { cleared: ['gender'] });
    const since = await lastLogSequence(server);
    await registerKnownInMedellin(person, { cleared: ['gender'] });
    expect((await readActivityLog(server, since)).map(({ action }) => action)).toEqual([
      'evaluation_created',
    ]);
  });

  it('P10.299 the server registers a new patient even if the request names fields to remove (`cleared`)', async () => {
    const { number } = await registerPatient({ first_name: 'Luz', last_name: 'Mora', cleared: ['gender'] });
    expect(await fetchPatient(number)).toMatchObject({ first_name: 'Luz', gender: null });
  });

  it('P10.299 the server rejects a registration that both gives and removes a field, or removes a field that cannot be removed', async () => {
    const person = await registerPatient();
    for (const [patch, field] of [
      [{ gender: 'F', cleared: ['gender'] }, 'patient.gender'],
      [{ cleared: ['occupation_name'] }, 'patient.occupation_name'],
      [{ cleared: ['last_name'] }, 'patient.cleared.0'],
    ] as const) {
      const response = await registerKnownInMedellin(person, patch);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'validation_failed', details: [{ field }] });
    }
    expect(await fetchPatient(person.number)).toMatchObject({ occupation_name: 'Soldadora' });
  });

  it('P10.300 the server keeps the known values when a base-contract client omits fields or sends null', async () => {
    const person = await registerPatient({ ...ana, ...EVERY });
    await registerKnownInMedellin(person, without);
    await registerKnownInMedellin(person, {
      middle_name: null,
      birth_date: null,
      gender: null,
      occupation_name: null,
    });
    expect(await fetchPatient(person.number)).toMatchObject({ ...ana, ...EVERY });
  });
});
