import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExpectedPerson, type ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import { collectNewLogEntries, readActivityLog } from '../support/activity.ts';
import { countRows } from '../support/capture.ts';
import {
  checkExpectedPeople,
  createExpectedList,
  createExpectedPerson,
  expectedListBody,
  expectedPersonBody,
  fetchExpectedList,
  setExpectedState,
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
  server = await startServer('expected_person_changes');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const add = (listId: string, json: object, caller = receptionist) =>
  caller.post(`/expected-lists/${listId}/people`, { json });
const replace = (id: string, json: object, revision?: number) =>
  receptionist.send('PUT', `/expected-people/${id}`, {
    json,
    ...(revision !== undefined && { headers: { 'if-match': `"r${revision}"` } }),
  });
const setState = (id: string | undefined, state: ExpectedState, revision?: number) =>
  setExpectedState(receptionist, id, state, revision);
const check = (people: readonly object[], caller = receptionist) => checkExpectedPeople(caller, people);

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
    const json = { ...expectedPersonBody({ hour: '07:00' }), id: randomUUID() };
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
      expect(statusesOf(replies).toSorted((a, b) => a - b)).toEqual([201, 422]);
    }
  });

  it('P11.4 a document of the list is rejected when a person is added, changed or expected again, unless its person is cancelled', async () => {
    const { list, items } = await createExpectedList(server, receptionist);
    const [person] = items;
    const { identification_number } = person ?? {};
    const same = expectedPersonBody({ id: randomUUID(), identification_number });
    const repeated = 'Este documento ya está en la lista.';
    expect(fieldProblemsOf(await add(list.id, same))).toEqual({ identification_number: repeated });
    await setState(person?.id, 'cancelled');
    expect((await add(list.id, same)).statusCode).toBe(201);
    expect(fieldProblemsOf(await setState(person?.id, 'expected'))).toEqual({ state: repeated });
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

  it('P11.10 a person keeps a type that was deactivated later, but gets no inactive one', async () => {
    const { entry: evaluation_type_id, retired } = server.clinic.types;
    const person = await createExpectedPerson(server, receptionist, { evaluation_type_id });
    const setActive = (isActive: boolean) =>
      server.database.pool.query('update evaluation_types set is_active = $1 where id = $2', [
        isActive,
        evaluation_type_id,
      ]);
    await setActive(false);
    const changed = await replace(person.id, expectedPersonBody({ evaluation_type_id, phone: '300' }));
    const other = await replace(person.id, expectedPersonBody({ evaluation_type_id: retired }));
    await setActive(true);
    expect(responseOf(ExpectedPerson, changed)).toMatchObject({
      phone: '300',
      evaluation_type: { id: evaluation_type_id },
    });
    expect(fieldProblemsOf(other)).toEqual({
      evaluation_type_id: 'El tipo de evaluación está inactivo. Elige otro.',
    });
  });

  it('P11.10 a user chooses each state but registered, with time and name; the present state again changes nothing', async () => {
    const { id } = await createExpectedPerson(server, receptionist);
    server.clock.now = new Date('2026-12-01T11:40:00.000Z');
    const decision = { at: '2026-12-01T11:40:00.000Z', by: 'Persona desk' };
    for (const state of ['arrived', 'no_show', 'cancelled'] as const)
      expect(responseOf(ExpectedPerson, await setState(id, state)).status).toMatchObject({
        state,
        ...decision,
      });
    const repeated = responseOf(ExpectedPerson, await setState(id, 'cancelled', 1));
    expect(repeated.revision).toBe(4);
    expect(responseOf(ExpectedPerson, await setState(id, 'expected')).status).toEqual({ state: 'expected' });
    expect(rejectionOf(await setState(id, 'registered'))).toEqual([400, 'validation_failed']);
    server.clock.now = null;
  });

  it('P11.10 a state has the time at which the device noted it, unless that is in the future or implausible', async () => {
    const { id } = await createExpectedPerson(server, receptionist);
    const now = '2026-12-01T23:30:00.000Z';
    server.clock.now = new Date(now);
    const chooseAt = async (state: string, at: string) => {
      const reply = await receptionist.post(`/expected-people/${id}/state`, { json: { state, at } });
      return responseOf(ExpectedPerson, reply).status;
    };
    expect(await chooseAt('arrived', '2026-12-01T06:40:00-05:00')).toMatchObject({
      state: 'arrived',
      at: '2026-12-01T11:40:00.000Z',
    });
    expect(await chooseAt('no_show', '2026-12-02T11:40:00Z')).toMatchObject({ at: now });
    expect(await chooseAt('arrived', '1970-01-01T00:00:10Z')).toMatchObject({ at: now });
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
      await setState(items[0]?.id, 'arrived');
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

  it('P11.12 requests that change nothing and return a person are logged as accesses', async () => {
    const { list } = await createExpectedList(server, receptionist);
    const body = expectedPersonBody();
    const json = { ...body, id: randomUUID() };
    await add(list.id, json);
    const entries = await collectNewLogEntries(server, async () => {
      await add(list.id, json);
      await replace(json.id, body);
      await setState(json.id, 'expected');
    });
    const access = ['expected_people_listed', 'done', { list_id: list.id, person_id: json.id }];
    expect(entries).toEqual([access, access, access]);
  });
});
