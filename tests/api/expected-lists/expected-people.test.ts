import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedPerson, ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  checkExpectedPeople,
  createExpectedList,
  expectedPersonBody,
  fetchExpectedList,
  setExpectedState,
} from '../support/examples/expected-list-examples.ts';
import { type Caller, type Server, rejectionOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('expected_people');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const setState = (id: string | undefined, state: ExpectedState, revision?: number) =>
  setExpectedState(receptionist, id, state, revision);
const check = (people: readonly object[], caller = receptionist) => checkExpectedPeople(caller, people);

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
    await setState(items[0]?.id, 'arrived');
    const arrived = await fetchExpectedList(receptionist, list.id, '?state=arrived');
    expect([namesOf(arrived), arrived.total_count, arrived.list.counts.expected]).toEqual(['D', 1, 3]);
    const one = await fetchExpectedList(receptionist, list.id, `?person_id=${items[1]?.id}`);
    expect([namesOf(one), one.total_count]).toEqual(['B', 1]);
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

describe('P11.42 an arrival of another branch', () => {
  it('is rejected after an administrator has changed the branch of the user, and sent when the user has it again', async () => {
    const { items } = await createExpectedList(server, receptionist);
    const { bogota, medellin } = server.clinic.branches;
    const headers = { 'if-match': '"r1"', 'x-branch-id': bogota };
    const json = { state: 'arrived', at: new Date().toISOString() };
    const arrive = () => receptionist.post(`/expected-people/${items[0]?.id}/state`, { json, headers });
    const admin = await server.as('global');
    const moveTo = async (branch_id: string) => {
      const path = `/admin/users/${server.clinic.users.desk}/branch`;
      expect((await admin.send('PUT', path, { json: { branch_id } })).statusCode).toBe(200);
    };
    await moveTo(medellin);
    expect(rejectionOf(await arrive())).toEqual([403, 'branch_forbidden']);
    await moveTo(bogota);
    expect((await arrive()).json()).toMatchObject({ status: { state: 'arrived' } });
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
    await setState(items.find(({ identification_number: number }) => number === '7002')?.id, 'cancelled');
    await createExpectedList(server, receptionist, { day: '2026-12-02', people: [three] });
    const { list: cancelled, items: arriving } = await createExpectedList(server, receptionist, {
      people: [four],
    });
    await setState(arriving[0]?.id, 'arrived');
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
