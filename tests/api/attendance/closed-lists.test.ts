// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ExpectedList,
  type ExpectedListPeople,
  ExpectedPerson,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import { NOTICES_PER_HOUR_MAX } from '#server/attendance/routes/routes.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { evaluationBody } from '../support/capture.ts';
import {
  PAST_DAY,
  absenceNoticeBody,
  closeExpectedList,
  createClosedList,
  createCopiedNotice,
} from '../support/examples/attendance-examples.ts';
import {
  createExpectedList,
  expectedPersonBody,
  fetchExpectedList,
  setExpectedState,
} from '../support/examples/expected-list-examples.ts';
import { type Caller, type Server, rejectionOf, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('closed_lists');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const createListOf = (count: number): Promise<ExpectedListPeople> =>
  createExpectedList(server, receptionist, {
    day: PAST_DAY,
    people: Array.from({ length: count }, () => expectedPersonBody()),
  });
const setState = (id: string | undefined, state: ExpectedState) => setExpectedState(receptionist, id, state);
const reopen = (id: string) => receptionist.post(`/expected-lists/${id}/reopen`);
const register = (expected_person_id: string | undefined) =>
  receptionist.post('/evaluations', { json: evaluationBody(server, {}, { expected_person_id }) });
const statesOf = async (id: string) =>
  (await fetchExpectedList(receptionist, id)).items.map(({ status }) => status.state);

describe('P11.50 closing a list', () => {
  it('P11.50 people who are still expected did not come, by the user and at the time of the closing; the others keep their state', async () => {
    const { list, items } = await createListOf(5);
    await setState(items[1]?.id, 'arrived');
    await setState(items[2]?.id, 'cancelled');
    await register(items[3]?.id);
    server.clock.now = new Date('2026-12-01T23:00:00.000Z');
    const closed = await closeExpectedList(receptionist, list.id);
    server.clock.now = null;
    const decision = { at: '2026-12-01T23:00:00.000Z', by: 'Persona desk' };
    expect(closed).toMatchObject({
      status: { state: 'closed', ...decision },
      counts: { expected: 0, arrived: 1, registered: 1, no_show: 2, cancelled: 1 },
    });
    const { items: after } = await fetchExpectedList(receptionist, list.id);
    const status = { state: 'no_show', ...decision, by_closing: true };
    expect(after[0]).toMatchObject({ status, revision: 2 });
    expect(await statesOf(list.id)).toEqual(['no_show', 'arrived', 'cancelled', 'registered', 'no_show']);
  });

  it('P11.50 concurrent and repeated closings change nothing more, and are logged once without names', async () => {
    const { list } = await createListOf(2);
    const log = await collectNewLogEntries(server, async () => {
      const closings = await Promise.all([1, 2, 3].map(() => closeExpectedList(receptionist, list.id)));
      expect(closings[1]).toEqual(closings[0]);
      expect(await closeExpectedList(receptionist, list.id)).toEqual(closings[0]);
    });
    expect(log).toEqual([['expected_list_closed', 'done', { list_id: list.id, people: 2 }]]);
    expect((await fetchExpectedList(receptionist, list.id)).items[0]?.revision).toBe(2);
  });

  it('P11.50 a list cannot be closed before its day in Bogotá', async () => {
    const { list } = await createExpectedList(server, receptionist, { day: '2026-12-01' });
    server.clock.now = new Date('2026-12-01T04:59:59.000Z');
    const reply = await receptionist.post(`/expected-lists/${list.id}/close`);
    expect(rejectionOf(reply)).toEqual([409, 'expected_list_early']);
    expect(await statesOf(list.id)).toEqual(['expected']);
    server.clock.now = new Date('2026-12-01T05:00:00.000Z');
    expect((await closeExpectedList(receptionist, list.id)).status.state).toBe('closed');
    server.clock.now = null;
  });

  it('P11.50 a closed list takes no person, no other data and no cancellation; a cancelled list is not closed', async () => {
    const { list, items } = await createClosedList(server, receptionist);
    const rejections = [
      await receptionist.post(`/expected-lists/${list.id}/people`, {
        json: expectedPersonBody({ id: randomUUID() }),
      }),
      await receptionist.send('PUT', `/expected-people/${items[0]?.id}`, { json: expectedPersonBody() }),
      await receptionist.post(`/expected-lists/${list.id}/cancel`),
    ];
    for (const reply of rejections) expect(rejectionOf(reply)).toEqual([409, 'expected_list_closed']);
    const other = await createListOf(1);
    await receptionist.post(`/expected-lists/${other.list.id}/cancel`);
    for (const change of ['close', 'reopen'])
      expect(rejectionOf(await receptionist.post(`/expected-lists/${other.list.id}/${change}`))).toEqual([
        409,
        'expected_list_cancelled',
      ]);
  });
});

describe('P11.51 people of a closed list', () => {
  it('P11.51 a registration that arrives later sets its person to registered', async () => {
    const { list, items } = await createClosedList(server, receptionist);
    expect((await register(items[0]?.id)).statusCode).toBe(201);
    expect(await fetchExpectedList(receptionist, list.id)).toMatchObject({
      list: { status: { state: 'closed' }, counts: { registered: 1, no_show: 0 } },
    });
  });

  it('P11.51 a registration and a closing at the same time lose no registration', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { list, items } = await createListOf(2);
      const [reply] = await Promise.all([
        register(items[0]?.id),
        receptionist.post(`/expected-lists/${list.id}/close`),
      ]);
      expect(reply.statusCode).toBe(201);
      expect(await statesOf(list.id)).toEqual(['registered', 'no_show']);
    }
  });

  it('P11.51 a user chooses any state but expected, which then is not one that the closing set', async () => {
    const { list, items } = await createClosedList(server, receptionist);
    const id = items[0]?.id;
    expect(rejectionOf(await setState(id, 'expected'))).toEqual([409, 'expected_list_closed']);
    for (const state of ['arrived', 'no_show', 'cancelled'] as const) {
      const { status } = responseOf(ExpectedPerson, await setState(id, state));
      expect(status).toMatchObject({ state, ...(state === 'no_show' ? { by_closing: false } : {}) });
      expect(await statesOf(list.id)).toEqual([state]);
    }
  });
});

describe('P11.52 reopening a list', () => {
  it('P11.52 only people whose state the closing of the list set are expected again', async () => {
    const { list, items } = await createListOf(5);
    await setState(items[0]?.id, 'no_show');
    await closeExpectedList(receptionist, list.id);
    await setState(items[2]?.id, 'arrived');
    await setState(items[3]?.id, 'arrived');
    await setState(items[3]?.id, 'no_show');
    await register(items[4]?.id);
    const log = await collectNewLogEntries(server, async () => {
      const [first] = await Promise.all([reopen(list.id), reopen(list.id)]);
      expect(responseOf(ExpectedList, first).status).toEqual({ state: 'open' });
    });
    expect(log).toEqual([['expected_list_reopened', 'done', { list_id: list.id, people: 1 }]]);
    expect(await statesOf(list.id)).toEqual(['no_show', 'expected', 'arrived', 'no_show', 'registered']);
    const added = await receptionist.post(`/expected-lists/${list.id}/people`, {
      json: expectedPersonBody({ id: randomUUID() }),
    });
    expect(added.statusCode).toBe(201);
    expect((await closeExpectedList(receptionist, list.id)).counts).toMatchObject({ no_show: 4 });
  });

  it('P11.52 a list whose company was notified stays closed', async () => {
    const { list } = await createClosedList(server, receptionist);
    await createCopiedNotice(receptionist, list.id);
    expect(rejectionOf(await reopen(list.id))).toEqual([409, 'notice_exists']);
    expect(await statesOf(list.id)).toEqual(['no_show']);
  });
});

describe('P11.55 log of notices', () => {
  it('P11.55 a reading of the notices is logged with the number of people in their texts, again if it changes', async () => {
    const { list } = await createExpectedList(server, receptionist, { day: PAST_DAY });
    const read = () => receptionist.get(`/expected-lists/${list.id}/notices`);
    const log = await collectNewLogEntries(server, async () => {
      await read();
      await closeExpectedList(receptionist, list.id);
      await read();
      await read();
    });
    const listed = (people: number) => ['expected_people_listed', 'done', { list_id: list.id, people }];
    expect(log).toMatchObject([listed(0), ['expected_list_closed', 'done', {}], listed(1)]);
  });
});

describe('P11.57 notices of open lists', () => {
  it('P11.57 the notices of a user are limited', async () => {
    const admin = await server.as('admin');
    const { list } = await createExpectedList(server, receptionist);
    const post = () => admin.post(`/expected-lists/${list.id}/notices`, { json: absenceNoticeBody() });
    for (let count = 0; count < NOTICES_PER_HOUR_MAX; count += 1) expect((await post()).statusCode).toBe(409);
    expect(rejectionOf(await post())).toEqual([429, 'rate_limited']);
  });
});
