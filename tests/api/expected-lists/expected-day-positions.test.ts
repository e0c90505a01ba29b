// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  EXPECTED_DAY_LISTS_MAX,
  EXPECTED_DAY_PAGE_SIZE,
  EXPECTED_DAY_PEOPLE_MAX,
  type ExpectedDay,
} from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson, ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import { createEvaluation } from '../support/capture.ts';
import {
  EXPECTED_DAY,
  createExpectedPeople,
  expectedListBody,
  expectedPersonBody,
  fetchExpectedDay,
  requireFirst,
  setExpectedState,
  settledDayCursor,
  sortedIdsOf,
} from '../support/examples/expected-list-examples.ts';
import { type Caller, type Server, rejectionOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let elsewhere: Caller;
beforeAll(async () => {
  server = await startServer('expected_day_positions');
  [receptionist, elsewhere] = [await server.as('desk'), await server.as('deskMedellin')];
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const createPeople = (amount: number, changes: object = {}) =>
  createExpectedPeople(server, receptionist, amount, changes);
const setState = (person: Pick<ExpectedPerson, 'id'>, state: ExpectedState) =>
  setExpectedState(receptionist, person.id, state);
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

/** Reads all pages that follow the position. */
async function readPages(position = ''): Promise<readonly [ExpectedDay, ...ExpectedDay[]]> {
  const pages: [ExpectedDay, ...ExpectedDay[]] = [await fetchExpectedDay(receptionist, position)];
  for (let next = pages[0].next; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await fetchExpectedDay(receptionist, `${position}&after=${next}`));
  return pages;
}

/** Inserts a list with this number of people, which the calls would create in slices. */
async function insertPeople(amount: number, state = 'expected') {
  const { list } = await createPeople(0);
  await query(
    `insert into expected_people (branch_id, id, list_id, position, identification_type, identification_number,
       normalized_number, person, additional_fields, state, state_at, state_by, search_text)
     select branch_id, gen_random_uuid(), id, nth, 'CC', 'N' || nth, 'N' || nth,
       '{"first_name": "Ana", "last_name": "Gil"}', '[]', $3, case when $3 <> 'expected' then now() end,
       case when $3 <> 'expected' then created_by end, 'ana gil'
     from expected_lists, generate_series(1, $2::integer) as nth where id = $1`,
    [list.id, amount, state],
  );
  return list;
}

describe('P11.32 positions that do not apply', () => {
  it('P11.32 a position of another database, day or branch, or of a restored database, leads to the whole day', async () => {
    const { items } = await createPeople(2);
    const { cursor } = await fetchExpectedDay(receptionist);
    const [number = '', setting = ''] = cursor.split('.');
    const otherDay = await fetchExpectedDay(receptionist, '', '2026-12-02');
    const otherBranch = await fetchExpectedDay(elsewhere);
    const unknown = [
      `since=${otherDay.cursor}`,
      `since=${otherBranch.cursor}`,
      'since=Ejemplo',
      `since=${BigInt(number) + 1_000_000n}.${setting}`,
      `since=9999999999999999999.${setting}`,
      `since=${number}.otro`,
      `after=${otherDay.cursor}.all.${randomUUID()}`,
      `since=${cursor}&after=Ejemplo`,
      `after=${cursor}.all.------------------------------------`,
    ];
    for (const position of unknown) {
      const day = await fetchExpectedDay(receptionist, position);
      expect([position, day.complete, sortedIdsOf(day.people)]).toEqual([position, true, sortedIdsOf(items)]);
    }
    await query('update database_life set id = gen_random_uuid()');
    const restored = await fetchExpectedDay(receptionist, `since=${cursor}`);
    expect([restored.complete, sortedIdsOf(restored.people)]).toEqual([true, sortedIdsOf(items)]);
    expect((await fetchExpectedDay(receptionist, `since=${restored.cursor}`)).complete).toBe(false);
  });

  it('P11.32 rows of a logical backup, whose transactions this database has not reached, are no changes', async () => {
    const { items } = await createPeople(2);
    await query('alter table expected_people disable trigger expected_people_changed');
    await query(`update expected_people set changed = '9000000000000'`);
    await query('alter table expected_people enable trigger expected_people_changed');
    const { cursor } = await fetchExpectedDay(receptionist);
    expect((await fetchExpectedDay(receptionist, `since=${cursor}`)).people).toEqual([]);
    const changed = requireFirst(items);
    await setState(changed, 'arrived');
    expect(sortedIdsOf((await fetchExpectedDay(receptionist, `since=${cursor}`)).people)).toEqual([
      changed.id,
    ]);
  });

  it.each([
    ['an evaluation type', `update evaluation_types set name = name || ' (otro)' where code = 'ING'`],
    ['a user', `update users set display_name = display_name || ' Gil' where display_name = 'Persona desk'`],
  ])('P11.32 a new name of %s leads to the whole day, because people contain it', async (_of, statement) => {
    await createPeople(1);
    const { cursor } = await fetchExpectedDay(receptionist);
    expect((await fetchExpectedDay(receptionist, `since=${cursor}`)).complete).toBe(false);
    expect((await query(statement)).rowCount).toBe(1);
    expect((await fetchExpectedDay(receptionist, `since=${cursor}`)).complete).toBe(true);
  });
});

describe('P11.33 pages and limits', () => {
  it('P11.33 returns pages of at most 1,000 people with one position; the next reading contains people who changed between pages', async () => {
    await insertPeople(2 * EXPECTED_DAY_PAGE_SIZE + 1);
    await settledDayCursor(receptionist);
    const first = await fetchExpectedDay(receptionist);
    const changed = requireFirst(first.people);
    await setState(changed, 'cancelled');
    const second = await fetchExpectedDay(receptionist, `after=${first.next}`);
    const third = await fetchExpectedDay(receptionist, `after=${second.next}`);
    expect([first, second, third].map(({ people }) => people.length)).toEqual([1000, 1000, 1]);
    expect(new Set([first, second, third].flatMap(({ people }) => sortedIdsOf(people))).size).toBe(
      2 * EXPECTED_DAY_PAGE_SIZE + 1,
    );
    for (const { cursor, complete } of [second, third])
      expect([cursor, complete]).toEqual([first.cursor, true]);
    expect(third.next).toBeNull();
    const changes = await fetchExpectedDay(receptionist, `since=${third.cursor}`);
    expect(changes.people).toMatchObject([{ id: changed.id, status: { state: 'cancelled' } }]);
  });

  it('P11.33 pages a reading of changes, and begins a new reading if the database was restored between pages', async () => {
    const { cursor } = await fetchExpectedDay(receptionist);
    await insertPeople(EXPECTED_DAY_PAGE_SIZE + 1);
    const [first, second, ...rest] = await readPages(`since=${cursor}`);
    expect(rest).toEqual([]);
    expect([first.complete, second?.complete]).toEqual([false, false]);
    expect([first.people.length, second?.people.length]).toEqual([1000, 1]);
    await query('update database_life set id = gen_random_uuid()');
    const anew = await fetchExpectedDay(receptionist, `since=${cursor}&after=${first.next}`);
    expect(anew).toMatchObject({ complete: true, people: { length: EXPECTED_DAY_PAGE_SIZE } });
    expect(anew.cursor).not.toBe(first.cursor);
  });

  it('P11.33 rejects a list or person that exceeds 20,000 people on a day; cancelled people do not count until they are expected again', async () => {
    await insertPeople(EXPECTED_DAY_PEOPLE_MAX - 1);
    await insertPeople(5, 'cancelled');
    const create = (amount: number, day = EXPECTED_DAY) =>
      receptionist.post('/expected-lists', {
        json: expectedListBody(server, {
          day,
          people: Array.from({ length: amount }, () => expectedPersonBody()),
        }),
      });
    const tooMany = await create(2);
    expect(rejectionOf(tooMany)).toEqual([400, 'validation_failed']);
    expect(tooMany.json<object>()).toMatchObject({
      message: 'Este día ya tiene 19.999 personas citadas y admite 20.000. Cita a las demás para otro día.',
    });
    expect((await create(2, '2026-12-02')).statusCode).toBe(201);
    const replies = await Promise.all([create(1), create(1), create(1)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    const { list } = await createPeople(0);
    const added = await receptionist.post(`/expected-lists/${list.id}/people`, {
      json: expectedPersonBody({ id: randomUUID() }),
    });
    expect(rejectionOf(added)).toEqual([400, 'validation_failed']);
    const { rows: cancelled } = await server.database.pool.query<{ id: string }>(
      `select id from expected_people where state = 'cancelled' limit 1`,
    );
    for (const state of ['expected', 'arrived'] as const) {
      const reply = await setState(requireFirst(cancelled), state);
      expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
    }
    const people = (await readPages()).flatMap((page) => page.people);
    expect(new Set(sortedIdsOf(people)).size).toBe(EXPECTED_DAY_PEOPLE_MAX);
  });

  it('P11.80 registers a cancelled person also on a full day, whose reading then has one person more', async () => {
    const { items, list } = await createPeople(1);
    const { id, identification_number } = requireFirst(items);
    await setState({ id }, 'cancelled');
    await insertPeople(EXPECTED_DAY_PEOPLE_MAX);
    await createEvaluation(server, receptionist, { identification_number }, { expected_person_id: id });
    const people = (await readPages()).flatMap((page) => page.people);
    expect(people).toHaveLength(EXPECTED_DAY_PEOPLE_MAX + 1);
    expect(people.find((one) => one.id === id)?.status.state).toBe('registered');
    const added = await receptionist.post(`/expected-lists/${list.id}/people`, {
      json: expectedPersonBody({ id: randomUUID() }),
    });
    expect(added.json<object>()).toMatchObject({
      message: 'Este día ya tiene 20.001 personas citadas y admite 20.000. Cita a las demás para otro día.',
    });
  });

  it('P11.33 rejects more than 1,000 lists on a day', async () => {
    const { list } = await createPeople(0);
    await query(
      `insert into expected_lists (branch_id, id, company_id, day, content_sha256, created_at, created_by)
       select branch_id, gen_random_uuid(), company_id, day, content_sha256, created_at, created_by
       from expected_lists, generate_series(2, $2::integer) where id = $1`,
      [list.id, EXPECTED_DAY_LISTS_MAX],
    );
    const reply = await receptionist.post('/expected-lists', { json: expectedListBody(server) });
    expect(rejectionOf(reply)).toEqual([400, 'validation_failed']);
    expect((await fetchExpectedDay(receptionist)).lists).toHaveLength(EXPECTED_DAY_LISTS_MAX);
  });
});
