import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CheckedExpectedPeople, ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { collectNewLogEntries, readActivityLog } from '../support/activity.ts';
import { countRows, createEvaluation } from '../support/capture.ts';
import {
  EXPECTED_DAY,
  createExpectedList,
  createExpectedPerson,
  expectedListBody,
  expectedPersonBody,
  fetchExpectedList,
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
  server = await startServer('expected_people');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() =>
  server.database.pool.query('truncate expected_registrations, expected_people, expected_lists, attempts'),
);

const add = (listId: string, json: object, caller = receptionist) =>
  caller.post(`/expected-lists/${listId}/people`, { json });
const replace = (id: string, json: object, revision?: number) =>
  receptionist.send('PUT', `/expected-people/${id}`, {
    json,
    ...(revision !== undefined && { headers: { 'if-match': `"r${revision}"` } }),
  });
const setState = (id: string, state: string, revision?: number) =>
  receptionist.post(`/expected-people/${id}/state`, {
    json: { state },
    ...(revision !== undefined && { headers: { 'if-match': `"r${revision}"` } }),
  });
const check = async (people: readonly object[], caller = receptionist) =>
  responseOf(
    CheckedExpectedPeople,
    await caller.post('/expected-lists/check', { json: { day: EXPECTED_DAY, people } }),
  ).findings;

describe('P11.7 people of a list', () => {
  it('P11.7 people come by hour, those without an hour last, then in the order of the request, in pages', async () => {
    const people = [null, '14:30', null, '06:40'].map((hour, nth) =>
      expectedPersonBody({ hour, first_name: 'ABCD'[nth] }),
    );
    const { list, items } = await createExpectedList(server, receptionist, { people });
    const namesOf = (page: { items: readonly ExpectedPerson[] }) =>
      page.items.map(({ first_name: name }) => name).join('');
    expect(namesOf({ items })).toBe('DBAC');
    const second = await fetchExpectedList(receptionist, list.id, '?page=2&page_size=3');
    expect([namesOf(second), second.total_count]).toEqual(['C', 4]);
    await setState(items[0]?.id ?? '', 'arrived');
    const arrived = await fetchExpectedList(receptionist, list.id, '?state=arrived');
    expect([namesOf(arrived), arrived.total_count, arrived.list.counts.expected]).toEqual(['D', 1, 3]);
  });

  it.each([
    ['gonzalez', 'P'],
    ['NÚÑEZ peña', 'P'],
    ['12.345.678', 'P'],
    ['cc 12345678', 'P'],
    ['0012345678', 'P'],
    ['345', 'P'],
    ['peña gonzalez xx', ''],
    ['%', ''],
    ['_', ''],
    ['p%a', ''],
    ['100%', 'Q'],
    ['\\', ''],
    ["o'brien", 'Q'],
    ["' or true --", ''],
  ])('P11.7 the search for %s finds %s', async (q, found) => {
    const people = [
      expectedPersonBody({
        identification_number: '12.345.678',
        first_name: 'Peña',
        last_name: 'Núñez',
        second_last_name: 'González',
      }),
      expectedPersonBody({ identification_number: '555000', first_name: 'Q100%', last_name: 'O’Brien' }),
    ];
    const { list } = await createExpectedList(server, receptionist, { people });
    const page = await fetchExpectedList(receptionist, list.id, `?q=${encodeURIComponent(q)}`);
    expect(page.items.map(({ first_name: name }) => name[0]).join('')).toBe(found);
    expect(page.total_count).toBe(found.length);
  });
});

describe('P11.8 P11.9 check before the import', () => {
  it('P11.8 repeated documents and people of other lists are found by row; cancelled people, lists and other days are ignored', async () => {
    const documents = ['7001', '7002', '7003', '7004', '7005'];
    const [one, two, three, four, five] = documents.map((identification_number) =>
      expectedPersonBody({ identification_number }),
    );
    const { list, items } = await createExpectedList(server, receptionist, {
      brigade: 'Planta',
      people: [one, two],
    });
    await setState(
      items.find(({ identification_number: number }) => number === '7002')?.id ?? '',
      'cancelled',
    );
    await createExpectedList(server, receptionist, { day: '2026-12-02', people: [three] });
    const { list: cancelled, items: arriving } = await createExpectedList(server, receptionist, {
      people: [four],
    });
    await setState(arriving[0]?.id ?? '', 'arrived');
    await receptionist.post(`/expected-lists/${cancelled.id}/cancel`);
    await createExpectedList(server, await server.as('deskMedellin'), { people: [five] });
    const again = expectedPersonBody({ identification_number: '07.001' });
    expect(await check([one, two, three, four, five, again].map((each) => each ?? {}))).toEqual([
      {
        row: 0,
        finding: 'other_list',
        list: { id: list.id, company_name: list.company.name, brigade: 'Planta' },
      },
      { row: 5, finding: 'duplicate', first_row: 0 },
      expect.objectContaining({ row: 5, finding: 'other_list' }),
    ]);
  });

  it('P11.8 P11.9 patients of the branch under other names are found, with the name for users who may look patients up', async () => {
    const known = { first_name: 'Rosalba', last_name: 'Quintero', second_last_name: 'Gil' };
    await createEvaluation(server, receptionist, { identification_number: '8001', ...known });
    await createEvaluation(server, receptionist, { identification_number: '8002', ...known });
    await createEvaluation(server, await server.as('deskMedellin'), {
      identification_number: '8003',
      ...known,
    });
    const people = [
      { ...known, identification_number: '8001', first_name: 'ROSALVA', second_last_name: undefined },
      { ...known, identification_number: '8002', first_name: 'Pedro' },
      { ...known, identification_number: '8003', first_name: 'Pedro' },
      { ...known, identification_number: '8.001', last_name: 'quintéro' },
      { ...known, identification_number: '8004' },
    ].map((changes) => expectedPersonBody(changes));
    const findingsOf = async (caller: Caller) =>
      (await check(people, caller)).filter(({ finding }) => finding === 'other_names');
    const named = { finding: 'other_names', known_name: 'Rosalba Quintero Gil' };
    expect(await findingsOf(receptionist)).toEqual([
      { ...named, row: 0, is_similar: true },
      { ...named, row: 1, is_similar: false },
    ]);
    expect(await findingsOf(await server.as('catalogs'))).toEqual([
      { finding: 'other_names', known_name: null, row: 0, is_similar: true },
      { finding: 'other_names', known_name: null, row: 1, is_similar: false },
    ]);
  });

  it('P11.8 a former document type finds the patient', async () => {
    const patient = { identification_number: '8101', first_name: 'Luz', last_name: 'Mora' };
    await createEvaluation(server, receptionist, { ...patient, identification_type: 'TI' });
    await createEvaluation(server, receptionist, { ...patient, former_type: 'TI' });
    const row = expectedPersonBody({ identification_type: 'TI', identification_number: '8101' });
    expect(await check([row])).toMatchObject([{ row: 0, known_name: 'Luz Mora' }]);
  });
});

describe('P11.3 P11.4 P11.10 changes of people', () => {
  it('P11.3 P11.10 a person is added once, also by two equal requests at once; another content under the id is rejected', async () => {
    const { list } = await createExpectedList(server, receptionist);
    const json = expectedPersonBody({ id: randomUUID(), hour: '07:00' });
    const replies = await Promise.all([add(list.id, json), add(list.id, json)]);
    expect(statusesOf(replies)).toEqual([201, 201]);
    expect(replies[0]?.body).toBe(replies[1]?.body);
    expect((await fetchExpectedList(receptionist, list.id)).total_count).toBe(2);
    const other = await add(list.id, { ...json, hour: '08:00' });
    expect(rejectionOf(other)).toEqual([422, 'idempotency_mismatch']);
    const { list: second } = await createExpectedList(server, receptionist);
    expect(rejectionOf(await add(second.id, json))).toEqual([422, 'idempotency_mismatch']);
  });

  it('P11.3 a repeated request to add a person succeeds after a change of the person and after the list was cancelled', async () => {
    const { list } = await createExpectedList(server, receptionist);
    const json = expectedPersonBody({ id: randomUUID(), hour: '07:00' });
    await add(list.id, json);
    const changed = responseOf(
      ExpectedPerson,
      await replace(json.id, expectedPersonBody({ hour: '08:00', identification_number: '9191' })),
    );
    const repeated = async () => responseOf(ExpectedPerson, await add(list.id, json));
    expect(await repeated()).toEqual(changed);
    await receptionist.post(`/expected-lists/${list.id}/cancel`);
    expect(await repeated()).toMatchObject({ hour: '08:00', status: { state: 'cancelled' } });
    expect(rejectionOf(await add(list.id, { ...json, hour: '08:00' }))).toEqual([
      422,
      'idempotency_mismatch',
    ]);
    const { items } = await fetchExpectedList(receptionist, list.id);
    const imported = items.find(({ id }) => id !== json.id);
    expect(rejectionOf(await add(list.id, { ...json, id: imported?.id }))).toEqual([
      422,
      'idempotency_mismatch',
    ]);
  });

  it('P11.3 of two requests at once that add one id to two lists, one is rejected', async () => {
    const lists = [
      await createExpectedList(server, receptionist),
      await createExpectedList(server, receptionist),
    ];
    for (let nth = 0; nth < 5; nth += 1) {
      const json = expectedPersonBody({ id: randomUUID() });
      const replies = await Promise.all(lists.map(({ list }) => add(list.id, json)));
      expect(statusesOf(replies).toSorted()).toEqual([201, 422]);
    }
  });

  it('P11.4 a document of the list is rejected when a person is added, changed or expected again, unless its person is cancelled', async () => {
    const { list, items } = await createExpectedList(server, receptionist);
    const [person] = items;
    const { identification_number } = person ?? {};
    const same = expectedPersonBody({ id: randomUUID(), identification_number });
    const repeated = 'Este documento ya está en la lista.';
    expect(fieldProblemsOf(await add(list.id, same))).toEqual({ identification_number: repeated });
    await setState(person?.id ?? '', 'cancelled');
    expect((await add(list.id, same)).statusCode).toBe(201);
    expect(fieldProblemsOf(await setState(person?.id ?? '', 'expected'))).toEqual({ state: repeated });
    const third = responseOf(ExpectedPerson, await add(list.id, expectedPersonBody({ id: randomUUID() })));
    const changed = await replace(third.id, expectedPersonBody({ identification_number }));
    expect(fieldProblemsOf(changed)).toEqual({ identification_number: repeated });
  });

  it('P11.10 the data of a person are replaced as a whole; a change of an earlier revision is rejected, a repeated one succeeds', async () => {
    const person = await createExpectedPerson(server, receptionist, { hour: '06:40', gender: 'F' });
    const body = expectedPersonBody({ first_name: 'Eva', phone: '300' });
    const reply = await replace(person.id, body, 1);
    expect(reply.headers['etag']).toBe('"r2"');
    expect(responseOf(ExpectedPerson, reply)).toMatchObject({
      first_name: 'Eva',
      gender: null,
      hour: null,
      phone: '300',
      revision: 2,
    });
    expect((await replace(person.id, body, 1)).body).toBe(reply.body);
    const late = await replace(person.id, expectedPersonBody(), 1);
    expect(rejectionOf(late)).toEqual([412, 'precondition_failed']);
    expect(rejectionOf(await setState(person.id, 'arrived', 1))).toEqual([412, 'precondition_failed']);
    expect(fieldProblemsOf(await replace(person.id, { ...body, birth_date: 'x' }, 2))).toEqual({
      birth_date: 'Formato esperado AAAA-MM-DD',
    });
    const { list } = await fetchExpectedList(receptionist, person.list_id, '?q=eva');
    expect(list.counts.expected).toBe(1);
  });

  it('P11.10 a user chooses each state but registered, with time and name; the present state again changes nothing', async () => {
    const { id } = await createExpectedPerson(server, receptionist);
    server.clock.now = new Date('2026-12-01T11:40:00.000Z');
    const decision = { at: '2026-12-01T11:40:00.000Z', by: 'Persona desk' };
    for (const state of ['arrived', 'no_show', 'cancelled'])
      expect(responseOf(ExpectedPerson, await setState(id, state)).status).toEqual({ state, ...decision });
    const repeated = responseOf(ExpectedPerson, await setState(id, 'cancelled', 1));
    expect(repeated.revision).toBe(4);
    expect(responseOf(ExpectedPerson, await setState(id, 'expected')).status).toEqual({ state: 'expected' });
    expect(rejectionOf(await setState(id, 'registered'))).toEqual([400, 'validation_failed']);
    server.clock.now = null;
  });

  it('P11.10 people of a cancelled list keep their data and state', async () => {
    const person = await createExpectedPerson(server, receptionist);
    await receptionist.post(`/expected-lists/${person.list_id}/cancel`);
    for (const reply of [
      await replace(person.id, expectedPersonBody()),
      await setState(person.id, 'expected'),
    ])
      expect(rejectionOf(reply)).toEqual([409, 'expected_list_cancelled']);
  });
});

describe('P11.12 log', () => {
  it('P11.12 each change, check and access is logged by ids and counts; a repeated access within ten minutes is logged once', async () => {
    const number = '4455667788';
    const people = [expectedPersonBody({ identification_number: number, first_name: 'Secretaria' })];
    const body = expectedListBody(server, { people });
    const entries = await collectNewLogEntries(server, async () => {
      await receptionist.post('/expected-lists', { json: body });
      await receptionist.get('/expected-lists');
      await fetchExpectedList(receptionist, body.id, `?q=${number}`);
      await fetchExpectedList(receptionist, body.id, `?q=${number}`);
      const { items } = await fetchExpectedList(receptionist, body.id);
      await check(people);
      await add(body.id, expectedPersonBody({ id: randomUUID() }));
      await setState(items[0]?.id ?? '', 'arrived');
    });
    const list_id = body.id;
    const listed = { list_id, shown: 1, total: 1, page: 1, question: expect.any(String) as string };
    const person_id = expect.any(String) as string;
    expect(entries).toEqual([
      ['expected_list_created', 'done', { list_id, people: 1 }],
      ['expected_people_listed', 'done', { ...listed, filters: ['q'] }],
      ['expected_people_listed', 'done', { ...listed, filters: [] }],
      ['expected_people_checked', 'done', { rows: 1, other_names: 0 }],
      ['expected_person_added', 'done', { list_id, person_id }],
      ['expected_person_changed', 'done', { list_id, person_id, state: 'arrived' }],
    ]);
    const log = JSON.stringify(await readActivityLog(server));
    expect(log).not.toMatch(new RegExp(`${number}|Secretaria`, 'i'));
    expect(await countRows(server, 'expected_people')).toBe(2);
  });
});
