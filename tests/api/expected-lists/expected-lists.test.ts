import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';
import { ExpectedList, ExpectedLists } from '#contract/records/evaluation/expected-lists.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { createUnknownFieldValue } from '../support/additional-fields.ts';
import { countRows } from '../support/capture.ts';
import {
  EXPECTED_DAY,
  createExpectedList,
  expectedListBody,
  expectedPersonBody,
  fetchExpectedList,
  fullExpectedPersonBody,
} from '../support/examples/expected-list-examples.ts';
import {
  type Caller,
  type Server,
  fieldProblemsOf,
  rejectionOf,
  responseOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('expected_lists');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const create = (changes: object = {}, caller = receptionist) =>
  caller.post('/expected-lists', { json: expectedListBody(server, changes) });
const fetchLists = async (query = '', caller = receptionist) =>
  responseOf(ExpectedLists, await caller.get(`/expected-lists${query}`));

describe('P11.1 P11.2 creating a list', () => {
  it('P11.1 P11.2 a list is stored with all fields of its people, in the order of the request', async () => {
    const additional = createUnknownFieldValue('Sura');
    const first = {
      ...fullExpectedPersonBody(server),
      identification_number: '01.020.304',
      hour: null,
      additional_fields: [additional],
    };
    const body = expectedListBody(server, {
      brigade: '  Planta\u00a0Norte ',
      people: [first, expectedPersonBody()],
    });
    const made = await receptionist.post('/expected-lists', { json: body });
    expect(made.statusCode).toBe(201);
    const list = responseOf(ExpectedList, made);
    expect(list).toMatchObject({
      id: body.id,
      company: { id: server.clinic.companies.builder },
      day: EXPECTED_DAY,
      brigade: 'Planta Norte',
      status: { state: 'open' },
      created_by: 'Persona desk',
      counts: { expected: 2, arrived: 0, registered: 0, no_show: 0, cancelled: 0 },
      repeated: 0,
    });
    const { items, total_count: total } = await fetchExpectedList(receptionist, list.id);
    expect(total).toBe(2);
    const { evaluation_type_id: type, ...typed } = first;
    expect(items[0]).toMatchObject({ ...typed, status: { state: 'expected' }, revision: 1 });
    expect(items[0]?.evaluation_type).toEqual({ id: type, name: 'Ingreso', code: 'ING' });
    expect(items[1]).toMatchObject({ evaluation_type: null, hour: null, email: null, additional_fields: [] });
    for (const field of PATIENT_DATA_FIELD_NAMES) expect(items[1]).toHaveProperty(field);
  });

  it('P11.1 P11.2 one invalid person rejects the whole list, and each error names the index and the field in Spanish', async () => {
    const people = [
      expectedPersonBody(),
      expectedPersonBody({ first_name: ' ', birth_date: '1990-02-30', email: 'ana', hour: '6:40' }),
      expectedPersonBody({ evaluation_type_id: 'x' }),
    ];
    const reply = await create({ people });
    expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
    expect(fieldProblemsOf(reply)).toEqual({
      'people.1.first_name': 'Ingrese los nombres',
      'people.1.birth_date': 'Formato esperado AAAA-MM-DD',
      'people.1.email': 'Escribe un correo válido, como nombre@empresa.com.',
      'people.1.hour': 'Escribe la hora con dos cifras, como 06:40 o 14:30.',
      'people.2.evaluation_type_id': 'El tipo de evaluación no existe.',
    });
    expect(await countRows(server, 'expected_lists')).toBe(0);
    expect(await countRows(server, 'expected_people')).toBe(0);
  });

  it('P11.1 P11.2 companies and types that are unknown or inactive are rejected at their field', async () => {
    const { companies, types } = server.clinic;
    const problemsOf = async (changes: object) => fieldProblemsOf(await create(changes));
    expect(await problemsOf({ company_id: randomUUID() })).toEqual({ company_id: 'La empresa no existe.' });
    expect(await problemsOf({ company_id: companies.closed })).toEqual({
      company_id: 'La empresa está inactiva. Elige otra.',
    });
    const people = [undefined, randomUUID(), types.retired].map((evaluation_type_id) =>
      expectedPersonBody({ evaluation_type_id }),
    );
    expect(await problemsOf({ people })).toEqual({
      'people.1.evaluation_type_id': 'El tipo de evaluación no existe.',
      'people.2.evaluation_type_id': 'El tipo de evaluación está inactivo. Elige otro.',
    });
    expect(await countRows(server, 'expected_lists')).toBe(0);
  });

  it('P11.4 a document that occurs twice is rejected in every spelling, also one without letters and digits', async () => {
    const numbers = ['1020304', '0012.345.678', '12345678', '. -'];
    const people = numbers.map((identification_number) => expectedPersonBody({ identification_number }));
    expect(fieldProblemsOf(await create({ people }))).toEqual({
      'people.2.identification_number': 'Este documento ya está en la lista.',
      'people.3.identification_number': 'Ingrese el número de identificación',
    });
    const others = [
      expectedPersonBody({ identification_number: '12345678' }),
      expectedPersonBody({ identification_number: '12345678', identification_type: 'PA' }),
    ];
    expect((await create({ people: others })).statusCode).toBe(201);
  });
});

describe('P11.3 repeated requests', () => {
  it('P11.3 the same request creates one list, also sent twice at once, and later returns this list', async () => {
    const body = expectedListBody(server);
    const send = () => receptionist.post('/expected-lists', { json: body });
    const replies = await Promise.all([send(), send(), send()]);
    expect(statusesOf(replies)).toEqual([201, 201, 201]);
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
    expect(await countRows(server, 'expected_people')).toBe(1);
    await receptionist.post(`/expected-lists/${body.id}/cancel`);
    const again = await send();
    expect(responseOf(ExpectedList, again).status.state).toBe('cancelled');
    const { companies } = server.clinic;
    await server.database.pool.query('update companies set is_active = false where id = $1', [
      companies.builder,
    ]);
    const later = await send();
    await server.database.pool.query('update companies set is_active = true where id = $1', [
      companies.builder,
    ]);
    expect(later.body).toBe(again.body);
  });

  it('P11.3 another content under the same id is rejected and changes nothing, also sent at once', async () => {
    const body = expectedListBody(server);
    const other = { ...body, people: [...body.people, expectedPersonBody()] };
    const replies = await Promise.all(
      [body, other].map((json) => receptionist.post('/expected-lists', { json })),
    );
    expect(statusesOf(replies)).toEqual([201, 422]);
    expect(rejectionOf(replies.find(({ statusCode }) => statusCode === 422)!)).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    expect(await countRows(server, 'expected_lists')).toBe(1);
  });

  it('P11.3 a list that names another branch than the active one is rejected, and one that names the active branch is created', async () => {
    const json = expectedListBody(server);
    const { bogota, medellin } = server.clinic.branches;
    const send = (branchId: string) =>
      receptionist.post('/expected-lists', { json, headers: { 'x-branch-id': branchId } });
    for (const other of [medellin, 'x', ''])
      expect(rejectionOf(await send(other))).toEqual([403, 'branch_forbidden']);
    expect(await countRows(server, 'expected_lists')).toBe(0);
    expect((await send(bogota.toUpperCase())).statusCode).toBe(201);
  });

  it('P11.3 P11.5 a list of another branch under the same id stays unknown: both branches create their own', async () => {
    const body = expectedListBody(server);
    const elsewhere = await server.as('deskMedellin');
    await receptionist.post('/expected-lists', { json: body });
    const other = await elsewhere.post('/expected-lists', { json: { ...body, people: [] } });
    expect(other.statusCode).toBe(201);
    expect((await fetchExpectedList(elsewhere, body.id)).items).toEqual([]);
    expect((await fetchExpectedList(receptionist, body.id)).items).toHaveLength(1);
  });
});

describe('P11.5 P11.6 lists of the branch', () => {
  it('P11.5 users with register_patients or manage_catalogs read and change lists; other users are rejected', async () => {
    const { list } = await createExpectedList(server, await server.as('catalogs'));
    expect((await fetchExpectedList(receptionist, list.id)).list).toEqual(list);
    for (const user of ['doctor', 'deliverer', 'nobody'] as const) {
      const caller = await server.as(user);
      expect(rejectionOf(await caller.get('/expected-lists'))).toEqual([403, 'forbidden']);
      expect(rejectionOf(await caller.get(`/expected-lists/${list.id}`))).toEqual([403, 'forbidden']);
      expect(rejectionOf(await create({}, caller))).toEqual([403, 'forbidden']);
    }
  });

  it('P11.5 the response to an id of another branch is that to an unknown id', async () => {
    const { list, items } = await createExpectedList(server, receptionist);
    const elsewhere = await server.as('deskMedellin');
    const json = expectedPersonBody({ id: randomUUID() });
    const responses = async (listId: string, person: string | undefined) =>
      Promise.all([
        elsewhere.get(`/expected-lists/${listId}?q=ana`),
        elsewhere.post(`/expected-lists/${listId}/cancel`),
        elsewhere.post(`/expected-lists/${listId}/people`, { json }),
        elsewhere.send('PUT', `/expected-people/${person}`, { json: expectedPersonBody() }),
        elsewhere.post(`/expected-people/${person}/state`, { json: { state: 'cancelled' } }),
      ]);
    const [foreign, unknown] = [
      await responses(list.id, items[0]?.id),
      await responses(randomUUID(), randomUUID()),
    ];
    expect(statusesOf(foreign)).toEqual([404, 404, 404, 404, 404]);
    expect(foreign.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body));
    expect((await fetchLists('', elsewhere)).items).toEqual([]);
    expect((await fetchExpectedList(receptionist, list.id)).list.counts.expected).toBe(1);
  });

  it('P11.6 lists come by day, the latest first, in pages, filtered by company and days', async () => {
    const { builder, scaffolds } = server.clinic.companies;
    const seeds = [
      ['2026-12-01', builder],
      ['2026-12-03', scaffolds],
      ['2026-12-02', builder],
    ] as const;
    for (const [day, company_id] of seeds) await create({ day, company_id });
    const daysOf = async (query: string) => (await fetchLists(query)).items.map(({ day }) => day);
    expect(await daysOf('')).toEqual(['2026-12-03', '2026-12-02', '2026-12-01']);
    expect(await daysOf(`?company_id=${builder}`)).toEqual(['2026-12-02', '2026-12-01']);
    expect(await daysOf('?from=2026-12-02&to=2026-12-02')).toEqual(['2026-12-02']);
    expect(await daysOf('?page=2&page_size=2')).toEqual(['2026-12-01']);
    expect(await fetchLists('?page=2&page_size=2')).toMatchObject({ total_count: 3, page: 2 });
    for (const query of ['?page_size=101', '?from=ayer', "?company_id=%25'", '?page=0'])
      expect(rejectionOf(await receptionist.get(`/expected-lists${query}`))).toEqual([
        400,
        'validation_failed',
      ]);
  });
});

describe('P11.11 cancelling a list', () => {
  it('P11.11 only people who are still expected are cancelled; a repetition changes nothing', async () => {
    const people = [expectedPersonBody(), expectedPersonBody(), expectedPersonBody()];
    const { list, items } = await createExpectedList(server, receptionist, { people });
    await receptionist.post(`/expected-people/${items[0]?.id}/state`, { json: { state: 'arrived' } });
    await receptionist.post(`/expected-people/${items[1]?.id}/state`, { json: { state: 'no_show' } });
    const cancel = () => receptionist.post(`/expected-lists/${list.id}/cancel`);
    const log = await collectNewLogEntries(server, async () => {
      const replies = await Promise.all([cancel(), cancel()]);
      expect(replies[0]?.body).toBe(replies[1]?.body);
      expect(responseOf(ExpectedList, await cancel())).toMatchObject({
        status: { state: 'cancelled', by: 'Persona desk' },
        counts: { expected: 0, arrived: 1, no_show: 1, cancelled: 1 },
      });
    });
    expect(log).toEqual([['expected_list_cancelled', 'done', { list_id: list.id }]]);
    const add = await receptionist.post(`/expected-lists/${list.id}/people`, {
      json: expectedPersonBody({ id: randomUUID() }),
    });
    expect(rejectionOf(add)).toEqual([409, 'expected_list_cancelled']);
  });
});
