import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { correctRegistration } from '../support/corrections.ts';
import { countRows, createEvaluation, evaluationBody, idempotencyHeader } from '../support/capture.ts';
import {
  createExpectedPerson,
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
  server = await startServer('expected_registrations');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());

const register = (expected_person_id: unknown, patient: object = {}, headers = {}) =>
  receptionist.post('/evaluations', {
    json: evaluationBody(server, patient, { expected_person_id }),
    headers,
  });
const readPerson = async ({ id, list_id }: ExpectedPerson) => {
  const { list, items } = await fetchExpectedList(receptionist, list_id);
  return { list, person: items.find((each) => each.id === id) };
};

describe('P11.13 registration of an expected person', () => {
  it('P11.13 the registration sets the person to registered with its time and evaluation; the log names both', async () => {
    const expected = await createExpectedPerson(server, receptionist);
    const { identification_number } = expected;
    const at = '2026-11-29T12:00:00.000Z';
    let id = '';
    const entries = await collectNewLogEntries(server, async () => {
      id = responseOf(
        CreatedEvaluation,
        await register(expected.id, { identification_number }, { 'x-captured-at': at }),
      ).id;
    });
    const { list, person } = await readPerson(expected);
    expect(person?.status).toEqual({
      state: 'registered',
      at,
      evaluation_id: id,
      repeated: [],
      settled: [],
      other_document: [],
    });
    expect(person?.revision).toBe(2);
    expect(list).toMatchObject({ counts: { expected: 0, registered: 1 }, repeated: 0 });
    expect(entries).toEqual([
      ['evaluation_created', 'done', {}],
      [
        'expected_person_changed',
        'done',
        { list_id: expected.list_id, person_id: expected.id, state: 'registered', repeated: false },
      ],
    ]);
    const change = await receptionist.post(`/expected-people/${expected.id}/state`, {
      json: { state: 'cancelled' },
    });
    expect(rejectionOf(change)).toEqual([409, 'expected_person_registered']);
    const replaced = await receptionist.send('PUT', `/expected-people/${expected.id}`, {
      json: expectedPersonBody(),
    });
    expect(rejectionOf(replaced)).toEqual([409, 'expected_person_registered']);
  });

  it('P11.13 a person who did not come or was cancelled, also with the list, becomes registered by a registration', async () => {
    const states = ['arrived', 'no_show', 'cancelled'];
    for (const state of states) {
      const expected = await createExpectedPerson(server, receptionist);
      await receptionist.post(`/expected-people/${expected.id}/state`, { json: { state } });
      expect((await register(expected.id)).statusCode).toBe(201);
      expect((await readPerson(expected)).person?.status.state).toBe('registered');
    }
    const expected = await createExpectedPerson(server, receptionist);
    await receptionist.post(`/expected-lists/${expected.list_id}/cancel`);
    expect((await register(expected.id)).statusCode).toBe(201);
    expect((await readPerson(expected)).list).toMatchObject({
      status: { state: 'cancelled' },
      counts: { registered: 1, cancelled: 0 },
    });
  });

  it('P11.4 P11.13 a cancelled person and a later one with the same document become registered, also after the list was cancelled', async () => {
    for (const isListCancelled of [false, true]) {
      const first = await createExpectedPerson(server, receptionist);
      const { identification_number, list_id } = first;
      await receptionist.post(`/expected-people/${first.id}/state`, { json: { state: 'cancelled' } });
      const add = () =>
        receptionist.post(`/expected-lists/${list_id}/people`, {
          json: expectedPersonBody({ id: randomUUID(), identification_number }),
        });
      const second = responseOf(ExpectedPerson, await add());
      if (isListCancelled) await receptionist.post(`/expected-lists/${list_id}/cancel`);
      expect((await register(first.id)).statusCode).toBe(201);
      if (!isListCancelled) {
        // The document of the registered person stays in use; the other person can still be changed.
        const arrived = await receptionist.post(`/expected-people/${second.id}/state`, {
          json: { state: 'arrived' },
        });
        expect(arrived.statusCode).toBe(200);
        expect(fieldProblemsOf(await add())).toHaveProperty('identification_number');
      }
      expect((await register(second.id)).statusCode).toBe(201);
      expect((await readPerson(first)).list.counts).toMatchObject({ registered: 2, cancelled: 0 });
    }
  });

  it('P11.13 registrations of patients with another document are reported, also after a correction moved one; a former type is no other document', async () => {
    const expected = await createExpectedPerson(server, receptionist, { identification_type: 'TI' });
    const { identification_number } = expected;
    const ids: string[] = [];
    const patients = [
      { identification_number, identification_type: 'TI' },
      {},
      { identification_number, identification_type: 'CC', former_type: 'TI' },
    ];
    for (const patient of patients)
      ids.push(responseOf(CreatedEvaluation, await register(expected.id, patient)).id);
    const [first, other, third] = ids;
    const status = { state: 'registered', evaluation_id: first, repeated: [other, third] };
    expect((await readPerson(expected)).person?.status).toMatchObject({ ...status, other_document: [other] });
    const moved = evaluationBody(server).patient;
    await correctRegistration(receptionist, third ?? '', { other_patient: moved });
    expect((await readPerson(expected)).person?.status).toMatchObject({
      ...status,
      other_document: [other, third],
    });
  });

  it('P11.4 P11.13 the document of a registered person is rejected when a person is added to its list', async () => {
    const first = await createExpectedPerson(server, receptionist);
    await register(first.id);
    const { identification_number, list_id } = first;
    const reply = await receptionist.post(`/expected-lists/${list_id}/people`, {
      json: expectedPersonBody({ id: randomUUID(), identification_number }),
    });
    expect(fieldProblemsOf(reply)).toEqual({ identification_number: 'Este documento ya está en la lista.' });
  });

  it('P11.13 an unknown or malformed id and one of another branch are ignored; the responses do not differ', async () => {
    const foreign = await createExpectedPerson(server, await server.as('deskMedellin'));
    const before = await countRows(server, 'expected_registrations');
    const replies = [];
    for (const id of [foreign.id, randomUUID(), 'x', '', "' or true", 7, null, { a: [] }, undefined])
      replies.push(await register(id));
    expect(new Set(statusesOf(replies))).toEqual(new Set([201]));
    for (const reply of replies) expect(Object.keys(reply.json<object>())).toEqual(['id']);
    expect(await countRows(server, 'expected_registrations')).toBe(before);
    const elsewhere = await fetchExpectedList(await server.as('deskMedellin'), foreign.list_id);
    expect(elsewhere.items[0]?.status).toEqual({ state: 'expected' });
  });

  it('P11.13 a rejected registration leaves the person expected, and a retry under the same key registers the person once', async () => {
    const expected = await createExpectedPerson(server, receptionist);
    const invalid = evaluationBody(
      server,
      {},
      { expected_person_id: expected.id, evaluation_type_id: randomUUID() },
    );
    expect(rejectionOf(await receptionist.post('/evaluations', { json: invalid }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect((await readPerson(expected)).person?.status.state).toBe('expected');
    const json = evaluationBody(server, {}, { expected_person_id: expected.id });
    const headers = idempotencyHeader();
    const first = await receptionist.post('/evaluations', { json, headers });
    const second = await receptionist.post('/evaluations', { json, headers });
    expect(second.body).toBe(first.body);
    expect((await readPerson(expected)).person?.status).toMatchObject({ repeated: [] });
  });
});

describe('P11.14 further registrations', () => {
  it('P11.14 of two registrations at once one is the first and the other is stored as repeated', async () => {
    const expected = await createExpectedPerson(server, receptionist);
    const replies = await Promise.all([register(expected.id), register(expected.id)]);
    expect(statusesOf(replies)).toEqual([201, 201]);
    const ids = replies.map((reply) => responseOf(CreatedEvaluation, reply).id);
    const { list, person } = await readPerson(expected);
    expect(list.repeated).toBe(1);
    const { status } = person ?? {};
    if (status?.state !== 'registered') throw new Error('The person is not registered');
    expect(status.repeated).toHaveLength(1);
    expect([status.evaluation_id, ...status.repeated].toSorted()).toEqual(ids.toSorted());
    const third = responseOf(CreatedEvaluation, await register(expected.id)).id;
    expect((await readPerson(expected)).person?.status).toMatchObject({
      evaluation_id: status.evaluation_id,
      repeated: [...status.repeated, third],
    });
    expect((await readPerson(expected)).list.repeated).toBe(2);
  });

  it('P11.13 a registration and a change of state at once end with the registered person', async () => {
    const expected = await createExpectedPerson(server, receptionist);
    const [registered] = await Promise.all([
      register(expected.id),
      receptionist.post(`/expected-people/${expected.id}/state`, { json: { state: 'no_show' } }),
      receptionist.post(`/expected-lists/${expected.list_id}/cancel`),
    ]);
    expect(registered.statusCode).toBe(201);
    expect((await readPerson(expected)).person?.status.state).toBe('registered');
  });
});

describe('P11.15 merges of companies', () => {
  it('P11.15 a list follows its company when an administrator merges the company into another one', async () => {
    const admin = await server.as('admin');
    const proposed = { id: randomUUID(), name: 'Obras Propuestas', nit: null };
    await createEvaluation(
      server,
      receptionist,
      {},
      {
        employer_company_id: proposed.id,
        proposed_companies: [proposed],
      },
    );
    const json = { id: randomUUID(), company_id: proposed.id, day: '2026-12-01', people: [] };
    expect((await receptionist.post('/expected-lists', { json })).statusCode).toBe(201);
    const { scaffolds } = server.clinic.companies;
    await admin.post(`/companies/${proposed.id}/merge`, { json: { into: scaffolds } });
    expect((await fetchExpectedList(receptionist, json.id)).list.company.id).toBe(scaffolds);
  });
});

describe('P11.67 package that the company announced', () => {
  it('an open evaluation names the job of the package; other evaluations have none', async () => {
    const doctor = await server.as('doctor');
    const packageJobOf = async (id: string) =>
      (await doctor.get(`/evaluations/${id}`)).json<{ package_job?: string | null }>().package_job;
    const expected = await createExpectedPerson(server, receptionist, { package_job: 'Alturas' });
    const { identification_number } = expected;
    const { id } = responseOf(CreatedEvaluation, await register(expected.id, { identification_number }));
    expect(await packageJobOf(id)).toBe('Alturas');
    expect(await packageJobOf(await createEvaluation(server, receptionist, {}))).toBeNull();
  });
});
