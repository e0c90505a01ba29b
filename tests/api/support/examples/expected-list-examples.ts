import { randomUUID } from 'node:crypto';
import {
  ExpectedList,
  ExpectedListPeople,
  type ExpectedPerson,
} from '#contract/records/evaluation/expected-lists.ts';
import type { expectedListRoutes } from '#contract/routes/expected-list-routes.ts';
import { nextDocumentNumber } from '../capture.ts';
import { type RouteExamples, ownDataExample } from './example.ts';
import { type Caller, type Server, responseOf } from '../server.ts';

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
  const [person] = items;
  if (!person) throw new Error('The list has no person');
  return person;
}

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
    settleExpectedRepetition: async () => ({
      path: `/expected-people/${await personId()}/settlement`,
      sent: { json: { evaluation_id: randomUUID(), decision: 'keep' } },
      otherBranch: 404,
    }),
  };
}
