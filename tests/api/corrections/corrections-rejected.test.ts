import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import {
  countRows,
  createEvaluation,
  fetchEvaluationDetail,
  evaluationBody,
  idempotencyHeader,
  nextDocumentNumber,
} from '../support/capture.ts';
import { type ClinicalFixture, seedClinicalFixture, seedSignedEvaluation } from '../support/clinical.ts';
import { sendCorrection, correctRegistration } from '../support/corrections.ts';
import {
  type Caller,
  type Server,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  server = await startServer('corrections_rejected');
  clinicalFixture = await seedClinicalFixture(server);
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const PERSON = { first_name: 'Berta', middle_name: 'Lucía', last_name: 'Rojas', birth_date: '1990-04-12' };
const registerPerson = (patient: object = {}, other: object = {}) =>
  createEvaluation(server, receptionist, { ...PERSON, ...patient }, other);

describe('P10.288 rejected correction', () => {
  let untouched: string;
  beforeAll(async () => {
    untouched = await registerPerson();
  });
  afterAll(async () => expect((await fetchEvaluationDetail(doctor, untouched)).corrections).toEqual([]));
  const tryCorrection = (who: Caller, id: string, body: object, headers = {}) =>
    sendCorrection(who, id, body, headers);

  it('P10.288 the server rejects a correction of a closed evaluation', async () => {
    const id = await seedSignedEvaluation(server, clinicalFixture);
    const reply = await tryCorrection(receptionist, id, { patient: { gender: 'F' } });
    expect(rejectionOf(reply)).toEqual([409, 'evaluation_closed']);
    expect(reply.json<{ message: string }>().message).toContain('Reábrela');
    const moved = await tryCorrection(receptionist, id, {
      other_patient: {
        identification_type: 'CC',
        identification_number: nextDocumentNumber(),
        first_name: 'Ana',
        last_name: 'Gil',
      },
    });
    expect(rejectionOf(moved)).toEqual([409, 'evaluation_closed']);
  });

  it('P10.288 the server rejects a correction from another branch, from a user without permission or of an unknown evaluation', async () => {
    const id = untouched;
    const body = { patient: { gender: 'F' } };
    expect(rejectionOf(await tryCorrection(await server.as('deskMedellin'), id, body))).toEqual([
      404,
      'not_found',
    ]);
    expect(rejectionOf(await tryCorrection(await server.as('nobody'), id, body))).toEqual([403, 'forbidden']);
    expect(rejectionOf(await tryCorrection(await server.as('catalogs'), id, body))).toEqual([
      403,
      'forbidden',
    ]);
    expect(rejectionOf(await tryCorrection(receptionist, randomUUID(), body))).toEqual([404, 'not_found']);
  });

  it('P10.288 the server rejects a correction in the session of a suspended user', async () => {
    const renewer = await server.signIn('desk');
    await server.database.pool.query("update users set status = 'suspended' where id = $1", [
      server.clinic.users.desk,
    ]);
    const reply = await tryCorrection(renewer, untouched, { patient: { gender: 'F' } });
    await server.database.pool.query("update users set status = 'active' where id = $1", [
      server.clinic.users.desk,
    ]);
    expect(reply.statusCode).toBe(401);
  });

  it('P10.288 the server rejects a correction with unknown or inactive catalogue rows, and names each field', async () => {
    const { companies, types } = server.clinic;
    const reply = await tryCorrection(receptionist, untouched, {
      evaluation_type_id: types.retired,
      employer_company_id: companies.closed,
      contractor_company_id: randomUUID(),
    });
    expect(fieldProblemsOf(reply)).toEqual({
      evaluation_type_id: 'El tipo de evaluación está inactivo. Elige otro.',
      employer_company_id: 'La empresa está inactiva. Elige otra.',
      contractor_company_id: 'La empresa no existe.',
    });
  });

  it('P10.288 a correction may keep the present company after the company was deactivated', async () => {
    const { companies } = server.clinic;
    const id = await registerPerson({}, { employer_company_id: companies.scaffolds });
    const setCompanyActive = (is: boolean) =>
      server.database.pool.query('update companies set is_active = $2 where id = $1', [
        companies.scaffolds,
        is,
      ]);
    await setCompanyActive(false);
    const reply = await tryCorrection(receptionist, id, {
      employer_company_id: companies.scaffolds,
      additional_info: 'x',
    });
    await setCompanyActive(true);
    expect(reply.statusCode).toBe(200);
  });

  it.each([
    ['no reason', { reason: undefined, patient: { gender: 'F' } }, 'reason'],
    ['a short reason', { reason: 'error', patient: { gender: 'F' } }, 'reason'],
    ['a reason of invisible marks', { reason: '\u200b'.repeat(20), patient: { gender: 'F' } }, 'reason'],
    ['a reason that is too long', { reason: 'a'.repeat(501), patient: { gender: 'F' } }, 'reason'],
    ['nothing to correct', {}, 'reason'],
    ['a patient id alone', { patient: { id: randomUUID() } }, 'reason'],
    ['an empty first name', { patient: { first_name: ' ' } }, 'patient.first_name'],
    ['a removed surname', { patient: { last_name: null } }, 'patient.last_name'],
    ['a birth date in the future', { patient: { birth_date: '2999-01-01' } }, 'patient.birth_date'],
    ['a letter that no database stores', { patient: { first_name: 'A\0' } }, 'patient.first_name'],
    ['unknown pictures', { pictures: ['retina'] }, 'pictures.0'],
    [
      'data and another patient at once',
      {
        patient: { gender: 'F' },
        other_patient: {
          identification_type: 'CC',
          identification_number: '1',
          first_name: 'A',
          last_name: 'B',
        },
      },
      'other_patient',
    ],
    [
      'a document of punctuation',
      {
        other_patient: {
          identification_type: 'CC',
          identification_number: '- .',
          first_name: 'Ana',
          last_name: 'Gil',
        },
      },
      'other_patient.identification_number',
    ],
  ])('P10.288 the server rejects a correction with %s, and names the field', async (_, body, field) => {
    const reply = await tryCorrection(receptionist, untouched, body);
    expect([reply.statusCode, Object.keys(fieldProblemsOf(reply))]).toEqual([400, [field]]);
  });

  it('P10.288 the server rejects a correction whose reason has ten megabytes', async () => {
    const reply = await tryCorrection(receptionist, untouched, {
      reason: 'a'.repeat(10_000_000),
      patient: { gender: 'F' },
    });
    expect(rejectionOf(reply)).toEqual([413, 'file_too_large']);
  });

  it('P10.288 the server rejects a correction whose patient id is not, and never was, the patient of the registration', async () => {
    const [id, stranger] = [untouched, await registerPerson()];
    const { patient } = await fetchEvaluationDetail(doctor, stranger);
    for (const unknown of [patient.id, randomUUID()]) {
      const reply = await tryCorrection(receptionist, id, { patient: { id: unknown, gender: 'F' } });
      expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([
        400,
        { 'patient.id': 'Este registro nunca fue de este paciente.' },
      ]);
    }
  });

  it('P10.288 P10.291 the server rejects a correction that has the same capture id as its registration', async () => {
    const captureId = randomUUID();
    const headers = { ...idempotencyHeader(), 'x-capture-id': captureId };
    const created = await receptionist.post('/evaluations', { json: evaluationBody(server), headers });
    const { id } = responseOf(CreatedEvaluation, created);
    const again = { ...idempotencyHeader(), 'x-capture-id': captureId };
    const reply = await tryCorrection(receptionist, id, { pictures: ['photo'] }, again);
    expect(rejectionOf(reply)).toEqual([409, 'already_registered']);
    expect((await fetchEvaluationDetail(doctor, id)).corrections).toEqual([]);
  });

  it('P10.288 the server rejects a correction that announces pictures but has no capture id', async () => {
    expect(rejectionOf(await tryCorrection(receptionist, untouched, { pictures: ['photo'] }))).toEqual([
      400,
      'malformed_request',
    ]);
  });

  it('P10.288 a correction stores quotes, semicolons and tags unchanged', async () => {
    const id = await registerPerson();
    const name = `Róbert'); drop table patients; --`;
    const reply = await correctRegistration(receptionist, id, {
      patient: { first_name: name },
      additional_info: '<script>1</script>',
    });
    expect(reply).toMatchObject({ patient: { first_name: name }, additional_info: '<script>1</script>' });
    expect(await countRows(server, 'patients')).toBeGreaterThan(0);
  });

  it('P10.288 the server rejects the fifty-first correction of an evaluation; the database rejects updates and deletions of corrections', async () => {
    const id = await registerPerson();
    await correctRegistration(receptionist, id, { additional_info: 'La primera' });
    await server.database.pool.query(
      `insert into corrections select (c).* from (select jsonb_populate_record(corrections,
        jsonb_build_object('number', nth)) as c from corrections, generate_series(2, 49) nth
        where evaluation_id = $1) copied`,
      [id],
    );
    await correctRegistration(receptionist, id, { additional_info: 'La quincuagésima' });
    expect(fieldProblemsOf(await sendCorrection(receptionist, id, { additional_info: 'Otra' }))).toEqual({
      reason: 'Un registro se corrige 50 veces como máximo.',
    });
    for (const statement of [
      "update corrections set reason = 'x'",
      'delete from corrections',
      'truncate corrections cascade',
    ])
      await expect(server.database.pool.query(statement)).rejects.toThrow('append-only');
  });
});
