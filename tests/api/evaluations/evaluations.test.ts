import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Patient } from '#contract/records/evaluation/patients.ts';
import {
  countRows,
  createEvaluation,
  evaluationBody,
  nextDocumentNumber,
  fetchEvaluationDetail,
  searchPatient,
} from '../support/capture.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let doctor: Caller;
beforeAll(async () => {
  server = await startServer('evaluations');
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const fetchDetailAsDoctor = (id: string) => fetchEvaluationDetail(doctor, id);
const searchAsReceptionist = (number: string, type?: string) => searchPatient(receptionist, number, type);
const postForFieldProblems = async (patient: object, other: object = {}) =>
  fieldProblemsOf(await receptionist.post('/evaluations', { json: evaluationBody(server, patient, other) }));

describe('POST /evaluations with valid fields', () => {
  it('P3.1 P7.9 the server stores every field of the patient, the type, the companies and the registration', async () => {
    const { companies, occupations, types } = server.clinic;
    const identification_number = nextDocumentNumber();
    const id = await createEvaluation(
      server,
      receptionist,
      {
        identification_number,
        first_name: '  Ana ',
        middle_name: 'María',
        last_name: 'Gil',
        second_last_name: 'Núñez',
        birth_date: '1990-05-12',
        gender: 'F',
        occupation_id: occupations.welder,
      },
      { contractor_company_id: companies.scaffolds, additional_info: 'Viene en ayunas' },
    );
    expect(await fetchDetailAsDoctor(id)).toMatchObject({
      id,
      status: 'pendiente',
      closed_at: null,
      additional_info: 'Viene en ayunas',
      patient: {
        identification_type: 'CC',
        identification_number,
        first_name: 'Ana',
        middle_name: 'María',
        last_name: 'Gil',
        second_last_name: 'Núñez',
        birth_date: '1990-05-12',
        gender: 'F',
        occupation_id: occupations.welder,
        occupation_name: 'Soldador de línea',
      },
      evaluation_type: { id: types.entry, code: 'ING', name: 'Ingreso' },
      employer_company: { id: companies.builder },
      contractor_company: { id: companies.scaffolds },
      doctor: null,
      exam_orders: [],
      notes: [],
      media: [],
    });
  });

  it('P3.6 the server registers a patient by id without changing the patient’s data', async () => {
    const number = nextDocumentNumber();
    const first = await fetchDetailAsDoctor(
      await createEvaluation(server, receptionist, { identification_number: number }),
    );
    const { patient: _typed, ...body } = evaluationBody(server);
    const reply = await receptionist.post('/evaluations', {
      json: { ...body, patient_id: first.patient.id },
    });
    expect((await fetchDetailAsDoctor(reply.json<{ id: string }>().id)).patient).toEqual(first.patient);
  });
});

describe('P7.9 POST /evaluations with invalid fields', () => {
  it.each([
    ['identification_type', { identification_type: 'XX' }, 'Seleccione un tipo de identificación'],
    ['identification_number', { identification_number: ' ' }, 'Ingrese el número de identificación'],
    ['identification_number', { identification_number: '. - .' }, 'Ingrese el número de identificación'],
    ['first_name', { first_name: '' }, 'Ingrese los nombres'],
    ['last_name', { last_name: null }, 'Ingrese los apellidos'],
    ['birth_date', { birth_date: '12/05/1990' }, 'Formato esperado AAAA-MM-DD'],
    ['birth_date', { birth_date: '2023-02-29' }, 'Formato esperado AAAA-MM-DD'],
    ['first_name', { first_name: 'a'.repeat(121) }, 'Máximo 120 caracteres.'],
    ['occupation_id', { occupation_id: '5f0c2a1e-1111-4222-8333-444455556666' }, 'El cargo no existe.'],
  ])('the server rejects an evaluation whose patient.%s is invalid: %j', async (field, patient, message) => {
    expect(await postForFieldProblems(patient)).toEqual({ [`patient.${field}`]: message });
  });

  it('the server rejects missing and inactive types and companies of an evaluation, all in one response', async () => {
    const { companies, types, users } = server.clinic;
    expect(
      await postForFieldProblems(
        {},
        {
          evaluation_type_id: types.retired,
          employer_company_id: users.desk,
          contractor_company_id: companies.closed,
        },
      ),
    ).toEqual({
      evaluation_type_id: 'El tipo de evaluación está inactivo. Elige otro.',
      employer_company_id: 'La empresa no existe.',
      contractor_company_id: 'La empresa está inactiva. Elige otra.',
    });
    expect(await postForFieldProblems({}, { evaluation_type_id: '', employer_company_id: 'x' })).toEqual({
      evaluation_type_id: 'Seleccione el tipo de evaluación',
      employer_company_id: 'Seleccione la empresa empleadora',
    });
  });

  it('P3.6 the server rejects an evaluation with patient data and a patient id, with neither of the two, or with an unknown id', async () => {
    const patient_id = server.clinic.users.desk;
    expect(Object.keys(await postForFieldProblems({}, { patient_id }))).toEqual(['patient']);
    expect(Object.keys(await postForFieldProblems({}, { patient: undefined }))).toEqual(['patient']);
    expect(await postForFieldProblems({}, { patient: undefined, patient_id })).toEqual({
      patient_id: 'El paciente no existe.',
    });
  });

  it('a rejected evaluation leaves no new patient and no new occupation', async () => {
    const before = [await countRows(server, 'patients'), await countRows(server, 'occupations')];
    await postForFieldProblems(
      { occupation_name: 'Cargo fantasma' },
      { employer_company_id: server.clinic.companies.closed },
    );
    expect([await countRows(server, 'patients'), await countRows(server, 'occupations')]).toEqual(before);
  });
});

describe('P10.3 unique patients', () => {
  it('the server registers one patient for all spellings of a document, even when five devices register at once', async () => {
    const before = await countRows(server, 'patients');
    const spellings = [
      '9.999.123.456',
      ' 9999-123-456',
      '009999123456',
      '9999\u00a0123\u2011456\u200e',
      '９９９９１２３４５６\u00ad',
    ];
    const ids = await Promise.all(
      spellings.map((identification_number) =>
        createEvaluation(server, receptionist, { identification_number }),
      ),
    );
    const people = await Promise.all(ids.map(async (id) => (await fetchDetailAsDoctor(id)).patient.id));
    expect(new Set(people).size).toBe(1);
    expect(await countRows(server, 'patients')).toBe(before + 1);
    expect((await searchAsReceptionist('9.999.123.456')).statusCode).toBe(200);
  });

  it('patients with the same number and different document types stay separate', async () => {
    const number = nextDocumentNumber();
    await createEvaluation(server, receptionist, {
      identification_number: number,
      identification_type: 'CE',
    });
    expect((await searchAsReceptionist(number, 'CC')).statusCode).toBe(404);
    expect((await searchAsReceptionist(number, 'CE')).statusCode).toBe(200);
  });

  it('S15 a patient keeps the data captured last, in whatever order registrations arrive; a field that is not sent keeps its value', async () => {
    const identification_number = nextDocumentNumber();
    const confirm = (captured: string, patient: object) =>
      receptionist.post('/evaluations', {
        json: evaluationBody(server, { identification_number, ...patient }),
        headers: { 'x-captured-at': captured },
      });
    await confirm('2026-03-02T08:00:00-05:00', {
      last_name: 'Peña',
      birth_date: '1990-05-12',
      middle_name: 'Luz',
    });
    await confirm('2026-03-01T08:00:00-05:00', { last_name: 'Vieja', second_last_name: 'Vieja' });
    expect(responseOf(Patient, await searchAsReceptionist(identification_number))).toMatchObject({
      last_name: 'Peña',
      second_last_name: null,
    });
    await confirm('2026-03-03T08:00:00-05:00', { last_name: 'Peña Roa', gender: 'O' });
    expect(responseOf(Patient, await searchAsReceptionist(identification_number))).toMatchObject({
      last_name: 'Peña Roa',
      middle_name: 'Luz',
      birth_date: '1990-05-12',
      gender: 'O',
    });
  });
});

describe('P4.14 typed occupation', () => {
  const occupationOf = async (patient: object) =>
    (await fetchDetailAsDoctor(await createEvaluation(server, receptionist, patient))).patient;

  it('P4.14 a typed occupation matches a known one that differs only in case, accents or blanks', async () => {
    expect((await occupationOf({ occupation_name: ' SOLDADOR  de linea ' })).occupation_id).toBe(
      server.clinic.occupations.welder,
    );
  });

  it('the server creates an unknown occupation once, even when several registrations type it at the same time', async () => {
    const spellings = ['Operario de grúa', 'operario de grua', 'OPERARIO DE GRÚA', 'Operario  de Grúa'];
    const people = await Promise.all(spellings.map((occupation_name) => occupationOf({ occupation_name })));
    expect(new Set(people.map((person) => person.occupation_id)).size).toBe(1);
    expect(people[0]?.occupation_id).toMatch(/-/);
  });
});

describe('S15 time of capture', () => {
  const rowOf = async (headers: Record<string, string>) => {
    const reply = await receptionist.post('/evaluations', { json: evaluationBody(server), headers });
    const { rows } = await server.database.pool.query<{
      captured_at: Date;
      received_at: Date;
      started_at: Date;
    }>('select captured_at, received_at, started_at from evaluations where id = $1', [
      reply.json<{ id: string }>().id,
    ]);
    return rows[0];
  };

  it('the server stores the capture time and the time of receipt, and starts the evaluation at the capture time', async () => {
    server.clock.now = new Date('2026-11-20T15:00:00Z');
    const row = await rowOf({ 'x-captured-at': '2026-11-19T18:59:59.500-05:00' });
    expect(row?.captured_at.toISOString()).toBe('2026-11-19T23:59:59.500Z');
    expect(row?.started_at).toEqual(row?.captured_at);
    expect(row?.received_at.toISOString()).toBe('2026-11-20T15:00:00.000Z');
    server.clock.now = null;
  });

  it('the capture time is the server’s time when the header is missing or in the future', async () => {
    server.clock.now = new Date('2026-11-20T15:00:00Z');
    for (const headers of [{ 'x-captured-at': '2031-01-01T00:00:00Z' }, {}] as Record<string, string>[])
      expect((await rowOf(headers))?.captured_at.toISOString()).toBe('2026-11-20T15:00:00.000Z');
    server.clock.now = null;
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '1969-12-31T23:59:59Z'])(
    'the capture time is the server’s time when the tablet has lost its clock (%s), so that no registration is rejected',
    async (instant) => {
      server.clock.now = new Date('2026-11-20T15:00:00Z');
      const row = await rowOf({ 'x-captured-at': instant });
      expect(row?.captured_at.toISOString()).toBe('2026-11-20T15:00:00.000Z');
      server.clock.now = null;
    },
  );

  it.each(['ayer', '2026-13-01T00:00:00Z', '2026-03-02', '2026-03-02T08:00:00', '', '1e999'])(
    'the server rejects the capture time %j',
    async (instant) => {
      const reply = await receptionist.post('/evaluations', {
        json: evaluationBody(server),
        headers: { 'x-captured-at': instant },
      });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'malformed_request']);
    },
  );
});

describe('S14 user and branch of a capture', () => {
  const post = async (caller: Caller, headers: Record<string, string>) =>
    caller.post('/evaluations', { json: evaluationBody(server), headers });
  const branchOf = async (id: string) =>
    (
      await server.database.pool.query<{ branch_id: string }>(
        'select branch_id from evaluations where id = $1',
        [id],
      )
    ).rows[0]?.branch_id;

  it('the server rejects a capture in the name of a user other than the session’s user', async () => {
    const theirs = await post(receptionist, { 'x-captured-by': server.clinic.users.doctor });
    expect([theirs.statusCode, errorCodeOf(theirs)]).toEqual([403, 'session_of_another']);
    expect(
      (await post(receptionist, { 'x-captured-by': server.clinic.users.desk.toUpperCase() })).statusCode,
    ).toBe(201);
  });

  it('the server stores the evaluation in the branch that the tablet names, whatever the session’s active branch', async () => {
    const { bogota, medellin } = server.clinic.branches;
    const admin = await server.as('admin');
    const named = await post(admin, { 'x-branch-id': medellin });
    expect(await branchOf(named.json<{ id: string }>().id)).toBe(medellin);
    const unnamed = await post(admin, {});
    expect(await branchOf(unnamed.json<{ id: string }>().id)).toBe(bogota);
    expect((await post(await server.as('global'), { 'x-branch-id': medellin })).statusCode).toBe(201);
  });

  it('the server rejects a capture for a closed or malformed branch, or for a branch of other users', async () => {
    const { closed, medellin } = server.clinic.branches;
    const admin = await server.as('admin');
    const replies = [
      await post(receptionist, { 'x-branch-id': medellin }),
      await post(admin, { 'x-branch-id': closed }),
    ];
    for (const branch of ['x', '------------------------------------', ''])
      replies.push(await post(receptionist, { 'x-branch-id': branch }));
    for (const reply of replies)
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([403, 'branch_forbidden']);
  });
});
