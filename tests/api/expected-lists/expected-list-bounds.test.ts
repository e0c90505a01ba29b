// @module-tag landing
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPECTED_PEOPLE_MAX, ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { EXPECTED_BODIES_PER_HOUR_MAX } from '#server/expected-lists/routes/lists.ts';
import { createUnknownFieldValue } from '../support/additional-fields.ts';
import { countRows } from '../support/capture.ts';
import {
  EXPECTED_DAY,
  expectedListBody,
  expectedPersonBody,
  fullExpectedPersonBody,
} from '../support/examples/expected-list-examples.ts';
import {
  type Caller,
  type Server,
  fieldProblemsOf,
  rejectionOf,
  responseOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('expected_list_bounds');
  receptionist = await server.as('desk');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('truncate expected_lists, attempts cascade'));

const create = (changes: object = {}, caller = receptionist) =>
  caller.post('/expected-lists', { json: expectedListBody(server, changes) });

describe('P11.15 bounds', () => {
  it('P11.1 P11.15 a list of 10,000 people with all fields and five additional ones is stored; 10,001 people or more values are rejected', async () => {
    const additional = Array.from({ length: 6 }, () => createUnknownFieldValue('Sura'));
    const createPeople = (additional_fields: readonly object[]) =>
      Array.from({ length: EXPECTED_PEOPLE_MAX }, (_, nth) => ({
        ...fullExpectedPersonBody(server),
        identification_number: String(10_000_000 + nth),
        additional_fields,
      }));
    const tooMany = await create({ people: createPeople(additional) });
    expect(rejectionOf(tooMany)).toEqual([400, 'malformed_request']);
    expect(tooMany.json<object>()).toMatchObject({
      message: 'La solicitud tiene demasiados datos. Divídela en varias.',
    });
    const people = createPeople(additional.slice(1));
    const made = await create({ people });
    expect(responseOf(ExpectedList, made).counts.expected).toBe(EXPECTED_PEOPLE_MAX);
    const more = await create({ people: [...people, expectedPersonBody()] });
    expect(fieldProblemsOf(more)).toEqual({ people: 'Máximo 10.000 personas.' });
    const { id } = responseOf(ExpectedList, made);
    const added = await receptionist.post(`/expected-lists/${id}/people`, {
      json: expectedPersonBody({ id: randomUUID() }),
    });
    expect(rejectionOf(added)).toEqual([400, 'validation_failed']);
    expect(await countRows(server, 'expected_people')).toBe(EXPECTED_PEOPLE_MAX);
  });

  it('P11.15 bodies with too many bytes or values, or too deep, are rejected', async () => {
    const id = randomUUID();
    const notes = 'x'.repeat(17 * 1024 * 1024);
    expect(rejectionOf(await create({ id, people: [expectedPersonBody({ notes })] }))).toEqual([
      413,
      'file_too_large',
    ]);
    const tooMany = Array.from({ length: 500_001 }, () => 0);
    expect(rejectionOf(await create({ id, people: tooMany }))).toEqual([400, 'malformed_request']);
    const deep = `{"id":"${id}","people":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const reply = await receptionist.post('/expected-lists', { raw: deep });
    expect(rejectionOf(reply)).toEqual([400, 'malformed_request']);
    const unstorable = expectedPersonBody({ notes: 'a\0b' });
    expect(fieldProblemsOf(await create({ id, people: [unstorable] }))).toHaveProperty('people.0.notes');
    expect(await countRows(server, 'expected_lists')).toBe(0);
  });

  it('P11.15 an error response lists at most fifty problems, of whichever number of people', async () => {
    const people = Array.from({ length: 2_000 }, () => expectedPersonBody({ first_name: '' }));
    expect(Object.keys(fieldProblemsOf(await create({ people })))).toHaveLength(50);
  });

  it('P11.15 a user creates and checks at most sixty lists in an hour', async () => {
    for (let nth = 0; nth < EXPECTED_BODIES_PER_HOUR_MAX; nth += 1)
      expect((await create({ people: [] })).statusCode).toBe(201);
    const more = await create({ people: [] });
    expect(rejectionOf(more)).toEqual([429, 'rate_limited']);
    expect(more.json<object>()).toMatchObject({
      message: 'Hiciste muchas revisiones o cargas en una hora. Intenta de nuevo más tarde.',
    });
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(0);
    expect((await create({ people: [] }, await server.as('catalogs'))).statusCode).toBe(201);
    const json = { day: EXPECTED_DAY, people: [expectedPersonBody()] };
    const check = () => receptionist.post('/expected-lists/check', { json });
    for (let nth = 0; nth < EXPECTED_BODIES_PER_HOUR_MAX; nth += 1)
      expect((await check()).statusCode).toBe(200);
    expect(rejectionOf(await check())).toEqual([429, 'rate_limited']);
  });
});
