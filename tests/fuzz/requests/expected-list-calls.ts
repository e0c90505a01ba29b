import { CHOSEN_EXPECTED_STATES } from '#contract/records/evaluation/expected-lists.ts';
import type { expectedListRoutes } from '#contract/routes/expected-list-routes.ts';
import { REPETITION_DECISIONS } from '#contract/vocabulary.ts';
import { createAdditionalValueBodies } from './catalog-rows.ts';
import { createIdentityDocument } from './corrected.ts';
import { type CallMaker, type FuzzInputs, createIfMatchHeaders, jsonCall, pickId } from './good.ts';
import type { Random } from '../random.ts';
import { PLANTED_PATIENT } from '../values.ts';

const createPerson = (random: Random, stock: FuzzInputs) => ({
  ...createIdentityDocument(random),
  first_name: PLANTED_PATIENT.name,
  last_name: 'Gil',
  birth_date: '1990-05-17',
  evaluation_type_id: random.chance(0.5) ? pickId('types', random, stock) : null,
  hour: random.pick(['06:40', '14:30', null]),
  email: 'persona@prueba.demo',
  additional_fields: createAdditionalValueBodies(random, stock),
});
const createPeople = (random: Random, stock: FuzzInputs) =>
  Array.from({ length: random.int(4) + 1 }, () => createPerson(random, stock));
const TITLES_DIGEST = '0'.repeat(64);
const personPath = (random: Random) => `/expected-people/${random.uuid()}`;

/** Makers of valid calls for lists of expected people. */
export const expectedListCallMakers: Record<keyof typeof expectedListRoutes, CallMaker> = {
  listExpectedLists: (random, stock) => ({
    path: '/expected-lists',
    query: [`company_id=${pickId('companies', random, stock)}`, 'from=2026-11-30', 'page=1'].filter(() =>
      random.chance(0.6),
    ),
  }),
  createExpectedList: (random, stock) =>
    jsonCall('/expected-lists', {
      id: random.uuid(),
      company_id: pickId('companies', random, stock),
      day: '2026-12-01',
      brigade: random.chance(0.5) ? 'Planta' : null,
      people: createPeople(random, stock),
      imported_columns: {
        columns: [{ column: random.int(3), target: 'full_name' }],
        titles_sha256: TITLES_DIGEST,
      },
    }),
  getRememberedColumns: (random, stock) => ({
    path: '/remembered-columns',
    query: [`company_id=${pickId('companies', random, stock)}`, `titles_sha256=${TITLES_DIGEST}`],
  }),
  checkExpectedPeople: (random, stock) =>
    jsonCall('/expected-lists/check', { day: '2026-12-01', people: createPeople(random, stock) }),
  getExpectedList: (random) => ({
    path: `/expected-lists/${random.uuid()}`,
    query: [`q=${PLANTED_PATIENT.number}`, 'state=expected'].filter(() => random.chance(0.6)),
  }),
  cancelExpectedList: (random) => ({ path: `/expected-lists/${random.uuid()}/cancel` }),
  addExpectedPerson: (random, stock) =>
    jsonCall(`/expected-lists/${random.uuid()}/people`, {
      ...createPerson(random, stock),
      id: random.uuid(),
    }),
  replaceExpectedPerson: (random, stock) => ({
    ...jsonCall(personPath(random), createPerson(random, stock)),
    headers: createIfMatchHeaders(random),
  }),
  getExpectedDay: (random) => ({
    path: '/expected-people',
    query: ['day=2026-12-01', 'since=12-00', `after=${random.uuid()}`].filter(
      (each) => each.startsWith('day') || random.chance(0.4),
    ),
  }),
  settleExpectedRepetition: (random, stock) =>
    jsonCall(`${personPath(random)}/settlement`, {
      evaluation_id: pickId('evaluations', random, stock),
      decision: random.pick(REPETITION_DECISIONS),
    }),
  setExpectedPersonState: (random) => ({
    ...jsonCall(`${personPath(random)}/state`, { state: random.pick(CHOSEN_EXPECTED_STATES) }),
    headers: createIfMatchHeaders(random),
  }),
};
