import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import {
  createEvaluation,
  evaluationBody,
  nextDocumentNumber,
  fetchEvaluationDetail,
  searchPatient,
} from '../support/capture.ts';
import { seedReadyEvaluation, seedClinicalFixture, sign } from '../support/clinical.ts';
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
  server = await startServer('reading');
  receptionist = await server.as('desk');
  doctor = await server.as('doctor');
});
afterAll(() => server.stop());

const fetchDetailAsDoctor = (id: string) => fetchEvaluationDetail(doctor, id);
const searchAsReceptionist = (number: string, type?: string) => searchPatient(receptionist, number, type);

describe('GET /patients/search', () => {
  it('P7.8 the patient search returns the last visit of the patient', async () => {
    const identification_number = nextDocumentNumber();
    await createEvaluation(server, receptionist, { identification_number });
    const last = await createEvaluation(
      server,
      receptionist,
      { identification_number },
      { evaluation_type_id: server.clinic.types.exit },
    );
    expect(
      responseOf(Patient, await searchAsReceptionist(identification_number)).last_evaluation,
    ).toMatchObject({
      id: last,
      evaluation_type_name: 'Egreso',
      evaluation_type_id: server.clinic.types.exit,
      employer_company_id: server.clinic.companies.builder,
      contractor_company_id: null,
    });
  });

  it('P10.257 the patient search states whether the last visit is still open', async () => {
    const medicine = await seedClinicalFixture(server);
    const id = await seedReadyEvaluation(server, medicine);
    const { patient } = await fetchDetailAsDoctor(id);
    const isOpen = async () =>
      responseOf(Patient, await searchAsReceptionist(patient.identification_number)).last_evaluation?.is_open;
    expect(await isOpen()).toBe(true);
    await sign(doctor, id, medicine.doctors.signer);
    expect(await isOpen()).toBe(false);
  });

  it('P7.8 the patient search responds 404 for an unknown document number and 400 for a missing one', async () => {
    expect((await searchAsReceptionist('1')).statusCode).toBe(404);
    expect(fieldProblemsOf(await receptionist.get('/patients/search'))).toEqual({
      identification_type: 'Seleccione un tipo de identificación',
      identification_number: 'Ingrese el número de identificación',
    });
  });
});

describe('GET /evaluations', () => {
  const list = async (caller: Caller, query: string) =>
    responseOf(EvaluationList, await caller.get(`/evaluations?${query}`));
  const capture = (captured: string, patient: object, other: object = {}) =>
    receptionist.post('/evaluations', {
      json: evaluationBody(server, patient, other),
      headers: { 'x-captured-at': captured },
    });

  it('P7.11 the list of evaluations can be searched by document number and by names in any order, without case, accents or ñ', async () => {
    await capture('2026-05-05T10:00:00-05:00', {
      identification_number: '9999777033',
      first_name: 'Ñío',
      middle_name: 'Andrés',
      last_name: 'PEÑARANDA',
      second_last_name: 'Álvarez',
    });
    for (const words of ['penaranda', 'PEÑARANDA nio', 'alvarez  andres', '9.999.777.033', '777033', 'Ñío']) {
      const { items, total } = await list(receptionist, `search=${encodeURIComponent(words)}`);
      expect([words, total, items[0]?.patient.full_name]).toEqual([words, 1, 'Ñío Andrés Peñaranda Álvarez']);
    }
    for (const words of ['100%', '_', '\\', 'penaranda zz', "' or 1=1"])
      expect((await list(receptionist, `search=${encodeURIComponent(words)}`)).total).toBe(0);
  });

  it('P10.76 the list of evaluations shows names in the usual capitalization; the server stores them as typed', async () => {
    const typed = { first_name: 'ana maría', last_name: 'de la cruz', second_last_name: 'McAllister' };
    await capture('2026-05-06T10:00:00-05:00', { identification_number: '9999777041', ...typed });
    const { items } = await list(receptionist, 'search=9999777041');
    expect(items[0]?.patient.full_name).toBe('Ana María de la Cruz McAllister');
    expect(responseOf(Patient, await searchAsReceptionist('9999777041'))).toMatchObject(typed);
  });

  it('P7.11 the list of evaluations can be filtered by days in Bogotá, first and last day included', async () => {
    for (const time of [
      '2026-06-09T23:59:59.999',
      '2026-06-10T00:00:00.000',
      '2026-06-10T18:59:59',
      '2026-06-10T19:00:00',
      '2026-06-10T23:59:59.999',
      '2026-06-11T00:00:00',
    ])
      await capture(`${time}-05:00`, {});
    expect((await list(receptionist, 'from=2026-06-10&to=2026-06-10')).total).toBe(4);
    expect((await list(receptionist, 'from=2026-06-10&to=2026-06-11')).total).toBe(5);
    expect((await list(receptionist, 'from=2026-06-11&to=2026-06-10')).total).toBe(0);
    expect((await list(receptionist, 'from=1900-01-01&to=9999-12-31')).total).toBeGreaterThan(5);
  });

  it('P7.11 the list of evaluations can be filtered by status, employer and contractor, and by default has only open ones', async () => {
    const { companies } = server.clinic;
    const id = await createEvaluation(
      server,
      receptionist,
      {},
      { employer_company_id: companies.scaffolds, contractor_company_id: companies.builder },
    );
    await server.database.pool.query(`update evaluations set status = 'cerrada' where id = $1`, [id]);
    const both = `employer_company_id=${companies.scaffolds}&contractor_company_id=${companies.builder}`;
    expect((await list(receptionist, both)).total).toBe(0);
    const { items } = await list(receptionist, `${both}&status=cerrada,pendiente`);
    expect(items.map((item) => [item.id, item.contractor_company?.code])).toEqual([[id, 'CPI']]);
  });

  it('P3.5 the list of evaluations has pages without gaps or repetitions, newest first', async () => {
    const seen: string[] = [];
    const { total } = await list(receptionist, 'page_size=3');
    for (let page = 1; seen.length < total; page += 1)
      seen.push(...(await list(receptionist, `page_size=3&page=${page}`)).items.map((item) => item.id));
    expect(new Set(seen).size).toBe(total);
    const { items } = await list(receptionist, 'page_size=100');
    expect(items.map((item) => item.id)).toEqual(seen.slice(0, 100));
  });

  it('P10.52 the list of evaluations starts with the longest wait on request, in pages without gaps', async () => {
    const { items, total } = await list(receptionist, 'page_size=100');
    const seen: string[] = [];
    for (let page = 1; seen.length < total; page += 1)
      seen.push(
        ...(await list(receptionist, `page_size=3&direction=asc&page=${page}`)).items.map((item) => item.id),
      );
    expect(seen.slice(-items.length)).toEqual(items.map((item) => item.id).toReversed());
    const searchSorted = (direction: string) =>
      list(receptionist, `page_size=100&search=ana&direction=${direction}`);
    const [oldest, newest] = [await searchSorted('asc'), await searchSorted('desc')];
    expect(oldest.items.length).toBeGreaterThan(1);
    expect(oldest).toEqual({ ...newest, items: newest.items.toReversed() });
  });

  it("P7.11 the list of evaluations contains only evaluations of the user's own branch", async () => {
    expect(
      (await list(await server.as('deskMedellin'), 'search=ana')).items.some(
        (item) => item.employer_company.code === 'AND',
      ),
    ).toBe(false);
  });

  it.each([
    'page=0',
    'page=1e308',
    'page=x',
    'page_size=101',
    'status=abierta',
    'from=ayer',
    'to=2026-02-30',
    'employer_company_id=1',
    'search=%00',
    'search=a&search=b',
    'direction=up',
  ])('P7.11 the list of evaluations rejects the query ?%s', async (query) => {
    const reply = await receptionist.get(`/evaluations?${query}`);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
  });
});

describe('GET /evaluations/:id', () => {
  it('P3.4 P7.12 an evaluation is returned with its orders, results, attachments and notes', async () => {
    const { pool } = server.database;
    const id = await createEvaluation(server, receptionist);
    await pool.query(
      `insert into exams (id, code, name) values ('10000000-0000-4000-8000-000000000001', 'AUD-1', 'Audiometría tonal')`,
    );
    await pool.query(
      `insert into exam_orders (id, evaluation_id, exam_id, result_notes) values ('20000000-0000-4000-8000-000000000001', $1, '10000000-0000-4000-8000-000000000001', 'Normal')`,
      [id],
    );
    await pool.query(
      `insert into attachments (id, exam_order_id, original_name, storage_path, received_sha256, stored_sha256, mime, bytes, created_by)
      values ('30000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001', 'a.pdf', 'a/a.pdf', repeat('0', 64), repeat('0', 64), 'application/pdf', 1, $1)`,
      [server.clinic.users.doctor],
    );
    await pool.query(
      `insert into notes (evaluation_id, note_type, content) values ($1, 'concepto', 'Apto')`,
      [id],
    );
    expect(await fetchDetailAsDoctor(id)).toMatchObject({
      exam_orders: [
        {
          exam: { code: 'AUD-1', name: 'Audiometría tonal' },
          result_notes: 'Normal',
          attachments: [{ original_name: 'a.pdf', storage_path: 'a/a.pdf' }],
        },
      ],
      notes: [{ note_type: 'concepto', content: 'Apto' }],
    });
  });

  it('P7.12 the server responds 404 for an unknown evaluation id and 400 for an invalid one', async () => {
    expect((await doctor.get(`/evaluations/${server.clinic.users.desk}`)).statusCode).toBe(404);
    const reply = await doctor.get('/evaluations/1');
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
  });
});
