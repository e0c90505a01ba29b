// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedDay } from '#contract/records/evaluation/expected-day.ts';
import type { ExpectedPerson, ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { createEvaluation, evaluationBody } from '../support/capture.ts';
import { correctRegistration } from '../support/corrections.ts';
import {
  EXPECTED_DAY,
  createExpectedList,
  createExpectedPeople,
  expectedPersonBody,
  fetchExpectedDay,
  fetchExpectedList,
  fullExpectedPersonBody,
  requireFirst,
  setExpectedState,
  settledDayCursor,
  sortedIdsOf,
} from '../support/examples/expected-list-examples.ts';
import {
  type Caller,
  type Reply,
  type Server,
  fieldProblemsOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let elsewhere: Caller;
beforeAll(async () => {
  server = await startServer('expected_day');
  [receptionist, elsewhere] = [await server.as('desk'), await server.as('deskMedellin')];
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const createPeople = (amount: number, changes: object = {}) =>
  createExpectedPeople(server, receptionist, amount, changes);
const setState = (person: Pick<ExpectedPerson, 'id'>, state: ExpectedState) =>
  setExpectedState(receptionist, person.id, state);
const register = (expected_person_id: string, patient: object = {}) =>
  createEvaluation(server, receptionist, patient, { expected_person_id });

describe('P11.30 the whole day', () => {
  it('P11.30 returns the people of all lists of the branch and day as the lists return them, without cancelled ones', async () => {
    const full = await createPeople(0, { brigade: 'Planta', people: [fullExpectedPersonBody(server)] });
    const other = await createPeople(3);
    await setState(requireFirst(other.items), 'cancelled');
    await createPeople(1, { day: '2026-12-02' });
    await createExpectedList(server, elsewhere, {});
    const { items } = await fetchExpectedList(receptionist, full.list.id);
    const day = await fetchExpectedDay(receptionist);
    expect(day).toMatchObject({ day: EXPECTED_DAY, complete: true, next: null });
    expect(day.people).toContainEqual(items[0]);
    expect(sortedIdsOf(day.people)).toEqual(sortedIdsOf([...items, ...other.items.slice(1)]));
    expect(day.lists).toEqual(
      [full, other].map(({ list: { id, company, brigade, status } }) => ({ id, company, brigade, status })),
    );
  });

  it('P11.30 includes the people and the state of a cancelled list who were not cancelled', async () => {
    const { list, items } = await createPeople(2);
    const arrived = requireFirst(items);
    await setState(arrived, 'arrived');
    await receptionist.post(`/expected-lists/${list.id}/cancel`);
    const day = await fetchExpectedDay(receptionist);
    expect(sortedIdsOf(day.people)).toEqual([arrived.id]);
    expect(day.lists).toMatchObject([{ status: { state: 'cancelled' } }]);
  });

  it('P11.30 requires register_patients, a day and well-formed positions', async () => {
    const catalogs = await server.as('catalogs');
    expect(rejectionOf(await catalogs.get(`/expected-people?day=${EXPECTED_DAY}`))).toEqual([
      403,
      'forbidden',
    ]);
    const problemsOf = async (search: string) =>
      fieldProblemsOf(await receptionist.get(`/expected-people?${search}`));
    expect(await problemsOf('')).toHaveProperty('day');
    expect(await problemsOf('day=2026-02-30')).toHaveProperty('day');
    for (const name of ['since', 'after'])
      for (const value of ["' or 1=1", 'x'.repeat(201), '%00'])
        expect(await problemsOf(`day=${EXPECTED_DAY}&${name}=${value}`)).toHaveProperty(name);
  });

  it('P11.30 rejects a request that names another branch than the active one', async () => {
    const { bogota, medellin } = server.clinic.branches;
    const requestFor = (branch: string) =>
      receptionist.get(`/expected-people?day=${EXPECTED_DAY}`, { 'x-branch-id': branch });
    expect((await requestFor(bogota)).statusCode).toBe(200);
    expect(rejectionOf(await requestFor(medellin))).toEqual([403, 'branch_forbidden']);
  });

  it('P11.12 P11.30 an access is logged once in ten minutes for each day, without names and documents', async () => {
    server.clock.now = new Date();
    const { cursor } = await fetchExpectedDay(receptionist, '', '2027-01-01');
    server.clock.now = null;
    const { items } = await createPeople(1);
    const named = requireFirst(items);
    const entries = await collectNewLogEntries(server, async () => {
      await fetchExpectedDay(receptionist, `since=${cursor}`, '2027-01-02');
      await fetchExpectedDay(receptionist, '', '2027-01-02');
      await fetchExpectedDay(receptionist, '', '2027-01-03');
    });
    expect(entries).toEqual(
      ['2027-01-02', '2027-01-03'].map((day) => [
        'expected_people_listed',
        'done',
        { day, complete: true, shown: 0, total: 0, question: expect.any(String) as string },
      ]),
    );
    const { rows } = await server.database.pool.query('select detail from activity');
    expect(JSON.stringify(rows)).not.toContain(named.identification_number);
  });
});

describe('P11.12 P11.30 log of the whole day', () => {
  it('P11.12 P11.30 a reading of changes does not hide a later one of the whole day, whose entry counts all people', async () => {
    const day = '2027-01-04';
    const { items } = await createPeople(3, { day });
    await setState(requireFirst(items), 'cancelled');
    const { cursor } = await fetchExpectedDay(await server.as('admin'), '', day);
    const entries = await collectNewLogEntries(server, async () => {
      for (const query of [`since=${cursor}`, `since=${cursor}`, '', ''])
        await fetchExpectedDay(receptionist, query, day);
    });
    expect(entries.map(([, , detail]) => detail)).toMatchObject([
      { day, complete: false, total: 2 },
      { day, complete: true, shown: 2, total: 2 },
    ]);
  });
});

describe('P11.31 changes', () => {
  it('P11.31 returns each kind of change since the last reading once more, cancelled people included, and no unchanged people', async () => {
    const { list, items } = await createPeople(5);
    const [unchanged, changed, cancelled, replaced, registered] = items;
    if (!unchanged || !changed || !cancelled || !replaced || !registered)
      throw new Error('A person is missing');
    const { identification_number: number } = registered;
    await register(registered.id, { identification_number: number, identification_type: 'TI' });
    let cursor = '';
    const changesOf = async (change: () => Promise<unknown>) => {
      cursor = await settledDayCursor(receptionist);
      await change();
      const day = await fetchExpectedDay(receptionist, `since=${cursor}`);
      expect(day.complete).toBe(false);
      return day.people.map(({ id, status }) => [id, status.state]);
    };
    expect(await changesOf(() => Promise.resolve())).toEqual([]);
    expect(await changesOf(() => setState(changed, 'arrived'))).toEqual([[changed.id, 'arrived']]);
    expect(await changesOf(() => setState(cancelled, 'cancelled'))).toEqual([[cancelled.id, 'cancelled']]);
    const added = randomUUID();
    expect(
      await changesOf(() =>
        receptionist.post(`/expected-lists/${list.id}/people`, { json: expectedPersonBody({ id: added }) }),
      ),
    ).toEqual([[added, 'expected']]);
    expect(
      await changesOf(() =>
        receptionist.send('PUT', `/expected-people/${replaced.id}`, { json: expectedPersonBody() }),
      ),
    ).toEqual([[replaced.id, 'expected']]);
    expect(await changesOf(() => register(changed.id))).toEqual([[changed.id, 'registered']]);
    let second = '';
    const repeat = async () => {
      second = await register(registered.id);
    };
    expect(await changesOf(repeat)).toEqual([[registered.id, 'registered']]);
    const settle = () =>
      receptionist.post(`/expected-people/${registered.id}/settlement`, {
        json: { evaluation_id: second, decision: 'repeats' },
      });
    expect(await changesOf(settle)).toEqual([[registered.id, 'registered']]);
    // The patient with a TI and the announced number gets a CC at a registration without an expected person.
    const grow = () =>
      createEvaluation(server, receptionist, { identification_number: number, former_type: 'TI' });
    expect(await changesOf(grow)).toEqual([[registered.id, 'registered']]);
    const moved = { other_patient: evaluationBody(server).patient };
    expect(await changesOf(() => correctRegistration(receptionist, second, moved))).toEqual([
      [registered.id, 'registered'],
    ]);
    const cancelList = () => receptionist.post(`/expected-lists/${list.id}/cancel`);
    const states = new Map((await changesOf(cancelList)) as [string, string][]);
    expect(states).toEqual(new Map([unchanged.id, replaced.id, added].map((id) => [id, 'cancelled'])));
    expect((await fetchExpectedDay(receptionist, `since=${cursor}`)).lists).toMatchObject([
      { id: list.id, status: { state: 'cancelled' } },
    ]);
  });

  it('P11.31 returns the people of a list that was imported after the last reading', async () => {
    const { cursor } = await fetchExpectedDay(receptionist);
    const { list, items } = await createPeople(2);
    const day = await fetchExpectedDay(receptionist, `since=${cursor}`);
    expect(day).toMatchObject({ complete: false, lists: [{ id: list.id }] });
    expect(sortedIdsOf(day.people)).toEqual(sortedIdsOf(items));
  });

  it('P11.31 never misses a change whose transaction began before a reading and commits after later ones', async () => {
    const { items } = await createPeople(3);
    const [late, later, quick] = items;
    if (!late || !later || !quick) throw new Error('A person is missing');
    const touch = 'update expected_people set notes = $2 where id = $1';
    const clients = await Promise.all([server.database.pool.connect(), server.database.pool.connect()]);
    const [one, two] = clients;
    try {
      await one.query('begin');
      await one.query(touch, [late.id, 'uno']);
      const whole = await fetchExpectedDay(receptionist);
      expect(whole.people.find(({ id }) => id === late.id)?.notes).toBeNull();
      // A second transaction begins after the first one and outlives it; a third one is complete in between.
      await two.query('begin');
      await two.query(touch, [later.id, 'dos']);
      await setState(quick, 'arrived');
      const between = await fetchExpectedDay(receptionist, `since=${whole.cursor}`);
      expect(between.people.find(({ id }) => id === quick.id)?.status.state).toBe('arrived');
      await one.query('commit');
      const afterFirst = await fetchExpectedDay(receptionist, `since=${between.cursor}`);
      expect(afterFirst.people.find(({ id }) => id === late.id)?.notes).toBe('uno');
      expect(afterFirst.people.filter(({ notes }) => notes === 'dos')).toEqual([]);
      await two.query('commit');
      const afterSecond = await fetchExpectedDay(receptionist, `since=${afterFirst.cursor}`);
      expect(afterSecond.people.find(({ id }) => id === later.id)?.notes).toBe('dos');
      expect(afterSecond.complete).toBe(false);
    } finally {
      for (const client of clients) {
        await client.query('rollback');
        client.release();
      }
    }
  });

  it('P11.31 misses no change of many concurrent requests that are made during readings', async () => {
    await createPeople(40);
    const device = new Map<string, string>();
    const apply = ({ people }: ExpectedDay) => {
      for (const { id, status } of people) device.set(id, status.state);
    };
    let day = await fetchExpectedDay(receptionist);
    apply(day);
    const { people: items } = day;
    const pending = new Set<Promise<Reply>>();
    for (const [nth, person] of items.entries()) {
      const change = setState(person, nth % 2 === 0 ? 'arrived' : 'cancelled');
      pending.add(change);
      void change.finally(() => pending.delete(change));
      if (nth % 4 !== 3) continue;
      day = await fetchExpectedDay(receptionist, `since=${day.cursor}`);
      apply(day);
    }
    await Promise.all(pending);
    apply(await fetchExpectedDay(receptionist, `since=${day.cursor}`));
    expect(device).toEqual(
      new Map(items.map(({ id }, nth) => [id, nth % 2 === 0 ? 'arrived' : 'cancelled'])),
    );
  });
});
