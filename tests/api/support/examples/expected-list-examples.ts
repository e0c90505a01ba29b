import { randomUUID } from 'node:crypto';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { ExpectedDay } from '#contract/records/evaluation/expected-day.ts';
import {
  CheckedExpectedPeople,
  ExpectedList,
  ExpectedListPeople,
  type ExpectedPerson,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import type { expectedListRoutes } from '#contract/routes/expected-list-routes.ts';
import { createEvaluation, nextDocumentNumber } from '../capture.ts';
import { type RouteExamples, ownDataExample } from './example.ts';
import { type Caller, type Reply, type Server, responseOf } from '../server.ts';

export const EXPECTED_DAY = '2026-12-01';

export const expectedPersonBody = (changes: object = {}) => ({
  identification_type: 'CC',
  identification_number: nextDocumentNumber(),
  first_name: 'Ana',
  last_name: 'Gil',
  ...changes,
});

/** Returns a person with all fields but additional ones. */
export const fullExpectedPersonBody = ({ clinic }: Pick<Server, 'clinic'>) => ({
  ...expectedPersonBody(),
  middle_name: 'María',
  second_last_name: 'Ñáñez',
  birth_date: '1990-04-12',
  gender: 'F',
  occupation_name: 'Soldadora de altura',
  evaluation_type_id: clinic.types.entry,
  package_job: 'Trabajo en alturas',
  hour: '06:40',
  phone: '310 123 4567',
  email: 'ana@empresa.demo',
  notes: 'Viene en ayunas.',
});

export const expectedListBody = ({ clinic }: Pick<Server, 'clinic'>, changes: object = {}) => ({
  id: randomUUID(),
  company_id: clinic.companies.builder,
  day: EXPECTED_DAY,
  people: [expectedPersonBody()],
  ...changes,
});

/** Creates a list and returns it with its first page of people. */
export async function createExpectedList(
  server: Server,
  caller: Caller,
  changes: object = {},
): Promise<ExpectedListPeople> {
  const reply = await caller.post('/expected-lists', { json: expectedListBody(server, changes) });
  return fetchExpectedList(caller, responseOf(ExpectedList, reply).id);
}

export const fetchExpectedList = async (
  caller: Caller,
  id: string,
  query = '',
): Promise<ExpectedListPeople> =>
  responseOf(ExpectedListPeople, await caller.get(`/expected-lists/${id}${query}`));

/** Creates a list of one person, and returns this person. */
export async function createExpectedPerson(
  server: Server,
  caller: Caller,
  changes: object = {},
): Promise<ExpectedPerson> {
  const { items } = await createExpectedList(server, caller, { people: [expectedPersonBody(changes)] });
  return requireFirst(items);
}

/**
 * Returns a page of a reading of the day.
 * @param position further parameters of the query, such as `since=…`
 */
export const fetchExpectedDay = async (
  caller: Caller,
  position = '',
  day = EXPECTED_DAY,
): Promise<ExpectedDay> =>
  responseOf(ExpectedDay, await caller.get(`/expected-people?day=${day}&${position}`));

/**
 * Returns a position from which a reading contains only later changes. Transactions of other tests, which use the same
 * PostgreSQL, keep earlier changes in the readings until they end.
 */
export async function settledDayCursor(caller: Caller): Promise<string> {
  let { cursor } = await fetchExpectedDay(caller);
  await retryUntilPassing(async () => {
    const day = await fetchExpectedDay(caller, `since=${cursor}`);
    cursor = day.cursor;
    if (day.people.length > 0) throw new Error('A transaction is still running');
  });
  return cursor;
}

export const checkExpectedPeople = async (caller: Caller, people: readonly object[]) =>
  responseOf(
    CheckedExpectedPeople,
    await caller.post('/expected-lists/check', { json: { day: EXPECTED_DAY, people } }),
  ).findings;

/** Creates a list of people with different documents. */
export const createExpectedPeople = async (
  server: Server,
  caller: Caller,
  amount: number,
  changes: object = {},
): Promise<ExpectedListPeople> =>
  createExpectedList(server, caller, {
    people: Array.from({ length: amount }, () => expectedPersonBody()),
    ...changes,
  });

export const setExpectedState = (
  caller: Caller,
  id: string | undefined,
  state: ExpectedState,
  revision?: number,
): Promise<Reply> =>
  caller.post(`/expected-people/${id}/state`, {
    json: { state },
    ...(revision !== undefined && { headers: { 'if-match': `"r${revision}"` } }),
  });

/** Returns the first of the people or lists that a test has created. */
export function requireFirst<Row>([first]: readonly Row[]): Row {
  if (first === undefined) throw new Error('The list is empty');
  return first;
}

export const sortedIdsOf = (people: readonly ExpectedPerson[]): string[] =>
  people.map(({ id }) => id).toSorted();

/** Returns valid requests of the routes of expected lists. `server` is a function because the server starts later. */
export function expectedListExamples(server: () => Server): RouteExamples<keyof typeof expectedListRoutes> {
  const desk = () => server().as('desk');
  const listId = async () => (await createExpectedList(server(), await desk())).list.id;
  const personId = async () => (await createExpectedPerson(server(), await desk())).id;
  return {
    listExpectedLists: () => ownDataExample('/expected-lists'),
    createExpectedList: () => ({
      path: '/expected-lists',
      sent: { json: expectedListBody(server()) },
      otherBranch: 'own',
    }),
    getRememberedColumns: () =>
      ownDataExample(
        `/remembered-columns?company_id=${server().clinic.companies.builder}&titles_sha256=${'0'.repeat(64)}`,
      ),
    checkExpectedPeople: () => ({
      path: '/expected-lists/check',
      sent: { json: { day: EXPECTED_DAY, people: [expectedPersonBody()] } },
      otherBranch: 'own',
    }),
    getExpectedList: async () => ({ path: `/expected-lists/${await listId()}`, otherBranch: 404 }),
    cancelExpectedList: async () => ({ path: `/expected-lists/${await listId()}/cancel`, otherBranch: 404 }),
    addExpectedPerson: async () => ({
      path: `/expected-lists/${await listId()}/people`,
      sent: { json: expectedPersonBody({ id: randomUUID() }) },
      otherBranch: 404,
    }),
    replaceExpectedPerson: async () => ({
      path: `/expected-people/${await personId()}`,
      sent: { json: expectedPersonBody() },
      otherBranch: 404,
    }),
    setExpectedPersonState: async () => ({
      path: `/expected-people/${await personId()}/state`,
      sent: { json: { state: 'arrived' } },
      otherBranch: 404,
    }),
    getExpectedDay: () => ownDataExample(`/expected-people?day=${EXPECTED_DAY}`),
    settleExpectedRepetition: async () => {
      const expected_person_id = await personId();
      const evaluation_id = await createEvaluation(server(), await desk(), {}, { expected_person_id });
      return {
        path: `/expected-people/${expected_person_id}/settlement`,
        sent: { json: { evaluation_id, decision: 'keep' } },
        otherBranch: 404,
      };
    },
  };
}
