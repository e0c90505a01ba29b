import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { MAX_UNKNOWN_LOOKUPS_PER_HOUR } from '#server/patients/commands/look-up-patient.ts';
import { readActivityLog, lastLogSequence, collectNewLogEntries } from '../support/activity.ts';
import { correctRegistration } from '../support/corrections.ts';
import {
  countRows,
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  nextDocumentNumber,
} from '../support/capture.ts';
import { type Caller, type Server, responseOf, rejectionOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let receptionistMedellin: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('renewed_documents');
  receptionist = await server.as('desk');
  receptionistMedellin = await server.as('deskMedellin');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const MINOR_BIRTH_FIELDS = { birth_date: '2008-02-03' };
async function registerMinor() {
  const number = nextDocumentNumber();
  const evaluation = await createEvaluation(server, receptionist, {
    ...MINOR_BIRTH_FIELDS,
    identification_type: 'TI',
    identification_number: number,
  });
  return { number, evaluation, id: (await fetchEvaluationDetail(doctor, evaluation)).patient.id };
}
const postRegistration = (caller: Caller, number: string, patch: object = {}, headers = {}) =>
  caller.post('/evaluations', {
    json: evaluationBody(server, { identification_number: number, ...patch }),
    headers,
  });
const registerWithFormerType = (caller: Caller, number: string, patch: object = {}, headers = {}) =>
  postRegistration(caller, number, { former_type: 'TI', ...patch }, headers);
const sendPatientLookup = (caller: Caller, number: string, type: string, also = '') =>
  caller.get(`/patients/search?identification_type=${type}&identification_number=${number}${also}`);
const lookUpPatient = async (...query: Parameters<typeof sendPatientLookup>) =>
  responseOf(Patient, await sendPatientLookup(...query));
const readPatientRows = async (number: string) =>
  (
    await server.database.pool.query<{ id: string; identification_type: string }>(
      'select id, identification_type from patients where normalized_number = $1',
      [number],
    )
  ).rows;

describe('P10.308 a CC that replaces the TI of the same number', () => {
  it("P10.308 a registration with the CC changes the patient's type from TI to CC, logs both types without the number, and both types find the patient", async () => {
    const { number, evaluation, id } = await registerMinor();
    const since = await lastLogSequence(server);
    const made = responseOf(CreatedEvaluation, await registerWithFormerType(receptionist, number));
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'CC' }]);
    expect((await fetchEvaluationDetail(doctor, evaluation)).patient).toMatchObject({
      id,
      identification_type: 'CC',
    });
    expect((await fetchEvaluationDetail(doctor, made.id)).patient.id).toBe(id);
    for (const type of ['CC', 'TI'])
      expect(await lookUpPatient(receptionist, number, type)).toMatchObject({
        id,
        identification_type: 'CC',
      });
    const lines = await readActivityLog(server, since);
    expect(lines.find(({ action }) => action === 'patient_changed')).toMatchObject({
      evaluation_id: made.id,
      detail: { patient: id, fields: ['identification_type'], from: 'TI', to: 'CC' },
    });
    expect(JSON.stringify(lines)).not.toContain(number);
  });

  it('P10.308 when a CC replaces a TI and two devices send the CC, or one the CC and one the TI, at once, the server keeps one patient', async () => {
    for (const late of ['CC', 'TI']) {
      const { number, id } = await registerMinor();
      const replies = await Promise.all([
        registerWithFormerType(receptionist, number),
        late === 'CC'
          ? registerWithFormerType(receptionist, number)
          : postRegistration(receptionist, number, { identification_type: 'TI' }),
      ]);
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'CC' }]);
    }
  });

  it('P10.308 the server makes one patient when TI and CC with the same unknown number arrive at once', async () => {
    for (let pairs = 0; pairs < 8; pairs += 1) {
      const number = nextDocumentNumber();
      await Promise.all([
        registerWithFormerType(receptionist, number),
        postRegistration(receptionist, number, { identification_type: 'TI' }),
        registerWithFormerType(receptionist, number),
      ]);
      expect(await readPatientRows(number)).toHaveLength(1);
    }
  });

  it('P10.308 the server makes one patient when the registration with the TI arrives after the one with the CC', async () => {
    const number = nextDocumentNumber();
    await registerWithFormerType(receptionist, number);
    const late = { 'x-captured-at': '2026-01-02T08:00:00-05:00' };
    await postRegistration(receptionist, number, { identification_type: 'TI', middle_name: 'María' }, late);
    expect(await readPatientRows(number)).toEqual([{ id: expect.any(String), identification_type: 'CC' }]);
  });

  it('P10.308 a registration with the CC that was captured before the stored data changes only the document type', async () => {
    const { number, id } = await registerMinor();
    await registerWithFormerType(
      receptionist,
      number,
      { birth_date: '2001-01-01' },
      { 'x-captured-at': '2026-01-02T08:00:00-05:00' },
    );
    expect(await lookUpPatient(receptionist, number, 'CC')).toMatchObject({
      id,
      identification_type: 'CC',
      ...MINOR_BIRTH_FIELDS,
    });
  });

  it('P10.308 the server rejects a registration whose former document is a CE or the TI of a patient with other names; a passport makes another patient', async () => {
    const { number } = await registerMinor();
    expect(
      rejectionOf(
        await registerWithFormerType(receptionist, number, { first_name: 'Luz', last_name: 'Corta' }),
      ),
    ).toEqual([409, 'document_of_another']);
    expect((await registerWithFormerType(receptionist, number, { former_type: 'CE' })).statusCode).toBe(400);
    await registerWithFormerType(receptionist, number, { identification_type: 'PA' });
    expect((await readPatientRows(number)).map(({ identification_type: type }) => type).sort()).toEqual([
      'PA',
      'TI',
    ]);
  });

  it('P10.308 a correction from TI to CC keeps the patient of the registration', async () => {
    const { number, evaluation, id } = await registerMinor();
    const { patient } = evaluationBody(server, { identification_number: number, former_type: 'TI', id });
    const since = await lastLogSequence(server);
    await correctRegistration(receptionist, evaluation, { other_patient: patient });
    const detail = await fetchEvaluationDetail(doctor, evaluation);
    expect(detail.patient).toMatchObject({ id, identification_type: 'CC' });
    expect(detail.corrections?.[0]?.changes).toEqual([
      { field: 'patient', before: `Ana Gil, TI ${number}`, after: `Ana Gil, CC ${number}` },
    ]);
    const changed = (await readActivityLog(server, since)).find(({ action }) => action === 'patient_changed');
    expect(changed?.detail).toMatchObject({ from: 'TI', to: 'CC' });
  });
});

describe('P10.337 registration of a CC whose number is known as a TI, when the user confirmed no renewal', () => {
  const NAMES = { first_name: 'Ana', last_name: 'Gil' };
  const key = () => ({ 'idempotency-key': randomUUID(), 'x-captured-at': new Date().toISOString() });

  it('P10.337 a registration with a CC belongs to the patient with the TI when names and birth date match, also when it is sent twice', async () => {
    const { number, evaluation, id } = await registerMinor();
    const headers = key();
    const since = await lastLogSequence(server);
    const [made, again] = [
      responseOf(
        CreatedEvaluation,
        await postRegistration(receptionist, number, { ...MINOR_BIRTH_FIELDS, first_name: 'ANA' }, headers),
      ),
      responseOf(
        CreatedEvaluation,
        await postRegistration(receptionist, number, { ...MINOR_BIRTH_FIELDS, first_name: 'ANA' }, headers),
      ),
    ];
    expect(again).toEqual(made);
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'CC' }]);
    for (const one of [evaluation, made.id])
      expect((await fetchEvaluationDetail(doctor, one)).patient.id).toBe(id);
    const changes = (await readActivityLog(server, since)).filter(
      ({ action }) => action === 'patient_changed',
    );
    expect(changes.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ patient: id, from: 'TI', to: 'CC' }),
    ]);
    await postRegistration(receptionist, number, { ...MINOR_BIRTH_FIELDS, identification_type: 'TI' });
    expect(await readPatientRows(number)).toHaveLength(1);
  });

  it('P10.337 the server adds a CC to the known patient when several devices send the CC at once', async () => {
    const { number, id } = await registerMinor();
    const replies = await Promise.all(
      [1, 2, 3].map(() => postRegistration(receptionist, number, MINOR_BIRTH_FIELDS, key())),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'CC' }]);
  });

  it.each([
    ['no birth date is given', NAMES],
    ['the birth date is another', { ...NAMES, birth_date: '2008-02-04' }],
    ['the names are another person’s', { ...MINOR_BIRTH_FIELDS, first_name: 'Luz', last_name: 'Corta' }],
    ['the document is no cédula', { ...MINOR_BIRTH_FIELDS, ...NAMES, identification_type: 'CE' }],
  ])('P10.337 the server makes a second patient for the CC when %s', async (_case, patch) => {
    const { number, id } = await registerMinor();
    expect((await postRegistration(receptionist, number, patch, key())).statusCode).toBe(201);
    const known = await readPatientRows(number);
    expect(known).toHaveLength(2);
    expect(known).toContainEqual({ id, identification_type: 'TI' });
  });

  it('P10.337 the server makes a second patient for the CC when the patient with the TI has no birth date', async () => {
    const number = nextDocumentNumber();
    await postRegistration(receptionist, number, { identification_type: 'TI' });
    await postRegistration(receptionist, number, MINOR_BIRTH_FIELDS, key());
    expect(await readPatientRows(number)).toHaveLength(2);
  });

  it('P10.337 a registration with the CC of a patient known only to another branch counts as a lookup of that patient', async () => {
    const { number, id } = await registerMinor();
    const lines = await collectNewLogEntries(server, () =>
      postRegistration(receptionistMedellin, number, MINOR_BIRTH_FIELDS, key()),
    );
    expect(lines.map(([action]) => action)).toEqual([
      'patient_looked_up',
      'evaluation_created',
      'patient_changed',
    ]);
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'CC' }]);
  });
});

describe('P10.309 base-contract client', () => {
  it('P10.309 a base-contract client that searches the CC does not find the TI, and registers a separate patient', async () => {
    const { number } = await registerMinor();
    expect((await sendPatientLookup(receptionist, number, 'CC')).statusCode).toBe(404);
    expect((await postRegistration(receptionist, number)).statusCode).toBe(201);
    expect((await readPatientRows(number)).map(({ identification_type: type }) => type).sort()).toEqual([
      'CC',
      'TI',
    ]);
    expect(await lookUpPatient(receptionist, number, 'TI')).toMatchObject({ identification_type: 'TI' });
    expect(await lookUpPatient(receptionist, number, 'CC', '&former_type=TI')).toMatchObject({
      identification_type: 'CC',
    });
  });
});

describe('P8.39 P10.308 renewed document of a patient of another branch', () => {
  it('P8.39 P10.308 a search for a patient of another branch counts as one lookup, whether TI or CC is stored', async () => {
    const { number, id } = await registerMinor();
    const lines = await collectNewLogEntries(server, () =>
      sendPatientLookup(receptionistMedellin, number, 'CC', '&former_type=TI'),
    );
    expect(lines).toEqual([
      ['patient_looked_up', 'done', { found: true, patient: id, here: 0, elsewhere: 1 }],
    ]);
    expect(
      (await collectNewLogEntries(server, () => registerWithFormerType(receptionistMedellin, number))).map(
        ([action]) => action,
      ),
    ).toEqual(['patient_looked_up', 'evaluation_created']);
  });

  it("P8.39 P10.308 a registration changes the document type of another branch's patient only after a lookup or with the right birth date", async () => {
    const { number, id } = await registerMinor();
    await registerWithFormerType(receptionistMedellin, number);
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'TI' }]);
    await registerWithFormerType(receptionistMedellin, number, MINOR_BIRTH_FIELDS);
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'CC' }]);
    const other = await registerMinor();
    await registerWithFormerType(receptionistMedellin, other.number, { id: other.id });
    expect(await readPatientRows(other.number)).toEqual([{ id: other.id, identification_type: 'CC' }]);
  });

  it('P8.39 P10.308 above the limit of lookups, the server rejects a renewed document with one response for right and wrong names', async () => {
    const { number } = await registerMinor();
    await server.database.pool.query(
      `insert into activity (at, user_id, user_name, action, status, detail)
        select now(), id, display_name, 'patient_looked_up', 'done', '{"found": false, "here": 0, "elsewhere": 0}'
        from users, generate_series(1, $2) where id = $1`,
      [server.clinic.users.deskMedellin, MAX_UNKNOWN_LOOKUPS_PER_HOUR],
    );
    const before = await countRows(server, 'evaluations');
    const [fitting, other] = [
      await registerWithFormerType(receptionistMedellin, number),
      await registerWithFormerType(receptionistMedellin, number, { first_name: 'Luz' }),
    ];
    expect(rejectionOf(fitting)).toEqual([409, 'document_of_another']);
    expect(fitting.json()).toEqual(other.json());
    expect(await countRows(server, 'evaluations')).toBe(before);
    expect((await sendPatientLookup(receptionistMedellin, number, 'CC', '&former_type=TI')).statusCode).toBe(
      429,
    );
  });

  it('P8.39 P10.337 above the limit of lookups, the server also rejects a CC for which the user confirmed no renewal, and discloses no name', async () => {
    const { number, id } = await registerMinor();
    const rejected = await postRegistration(receptionistMedellin, number, MINOR_BIRTH_FIELDS);
    expect(rejectionOf(rejected)).toEqual([409, 'document_of_another']);
    expect(rejected.body).not.toContain('Gil');
    expect(await readPatientRows(number)).toEqual([{ id, identification_type: 'TI' }]);
  });
});
