import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { LIST_QUERY_LOG_INTERVAL_MS } from '#server/audit/commands/record-list-query.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { createEvaluation, nextDocumentNumber } from '../support/capture.ts';
import { type Caller, type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  server = await startServer('listings');
  receptionist = await server.as('desk');
  for (let made = 0; made < 3; made += 1)
    await createEvaluation(server, receptionist, {
      first_name: 'Zoraida',
      identification_number: `99994440${made}`,
    });
});
afterAll(() => server.stop());

let testStartMs = new Date('2026-11-23T11:40:00Z').getTime();
let lastSeenLogSequence = 0;
beforeEach(async () => {
  // The clock advances an hour, so that no access of the previous test counts as recent.
  server.clock.now = new Date((testStartMs += 60 * 60_000));
  receptionist = await server.signIn('desk');
  lastSeenLogSequence = await lastLogSequence(server);
});
const advanceClock = (ms: number) => {
  server.clock.now = new Date((server.clock.now?.getTime() ?? 0) + ms);
};
const readNewLogExceptSignIns = async () =>
  (await readActivityLog(server, lastSeenLogSequence)).filter(({ action }) => action !== 'sign_in');
const readNewLogDetails = async () =>
  (await readNewLogExceptSignIns()).map(({ detail: { question: _question, ...reported } }) => reported);
const fetchEvaluations = (query = '', caller = receptionist) => caller.get(`/evaluations${query}`);

describe('M1 page of the list of evaluations', () => {
  it('the server logs a page of the list of evaluations with user, branch, number of shown evaluations and the filters in use', async () => {
    await fetchEvaluations();
    await fetchEvaluations('?page_size=2&page=2');
    await fetchEvaluations('?search=Zoraida&from=2020-01-01&status=pendiente');
    const company = server.clinic.companies.scaffolds;
    await fetchEvaluations(`?employer_company_id=${company}&search=`);
    expect(await readNewLogDetails()).toEqual([
      { shown: 3, total: 3, page: 1, filters: [] },
      { shown: 1, total: 3, page: 2, filters: [] },
      { shown: 3, total: 3, page: 1, filters: ['status', 'search', 'from'] },
      { shown: 0, total: 0, page: 1, filters: ['employer_company_id'] },
    ]);
    expect((await readNewLogExceptSignIns())[0]).toMatchObject({
      action: 'evaluations_listed',
      status: 'done',
      user_name: 'Persona desk',
      branch_name: 'Bogotá',
      evaluation_id: null,
    });
  });

  it('the server logs the same page of the list once in ten minutes, whatever is requested in between', async () => {
    for (let times = 0; times < 3; times += 1) await fetchEvaluations();
    await fetchEvaluations('?page=2');
    await fetchEvaluations();
    expect(await readNewLogExceptSignIns()).toHaveLength(2);
    advanceClock(LIST_QUERY_LOG_INTERVAL_MS - 1_000);
    await fetchEvaluations();
    expect(await readNewLogExceptSignIns()).toHaveLength(2);
    advanceClock(1_000);
    await fetchEvaluations();
    expect(await readNewLogExceptSignIns()).toHaveLength(3);
  });

  it('the server logs a page of the list again for another session, another branch and another search', async () => {
    await fetchEvaluations('?search=ana');
    await fetchEvaluations('?search=zoraida');
    await fetchEvaluations('?search=ana', await server.signIn('desk'));
    const admin = await server.signIn('admin');
    await fetchEvaluations('', admin);
    await admin.send('PUT', '/me/branch/active', { json: { branch_id: server.clinic.branches.medellin } });
    await fetchEvaluations('', admin);
    const listed = (await readNewLogExceptSignIns()).filter(({ action }) => action === 'evaluations_listed');
    expect(listed.map(({ branch_name, detail }) => [branch_name, detail['filters']])).toEqual([
      ['Bogotá', ['search']],
      ['Bogotá', ['search']],
      ['Bogotá', ['search']],
      ['Bogotá', []],
      ['Medellín', []],
    ]);
    expect(new Set(listed.map(({ detail }) => detail['question'])).size).toBe(5);
  });

  it('D5 the log entry for a page of the list omits the name or number that the user searched for', async () => {
    await fetchEvaluations('?search=Zoraida');
    await fetchEvaluations('?search=9999444');
    const [first, second] = await readNewLogExceptSignIns();
    const written = JSON.stringify([first, second]);
    for (const secret of ['oraida', '9999444']) expect(written).not.toContain(secret);
    expect(first?.detail['question']).toMatch(/^[\w-]{16}$/);
    expect(first?.detail['question']).not.toBe(second?.detail['question']);
  });

  it('the server logs no page of the list when it rejects the request', async () => {
    await fetchEvaluations('?page=0');
    await fetchEvaluations('', await server.as('nobody'));
    expect((await readNewLogExceptSignIns()).filter(({ action }) => action === 'evaluations_listed')).toEqual(
      [],
    );
  });
});

describe('search in the list of evaluations', () => {
  it('R1 the search finds a patient by name and document number exactly as the list shows them, and in other spellings', async () => {
    const identification_number = nextDocumentNumber();
    const written = { first_name: 'Sinéad', last_name: "O'Connor-Páez", identification_number };
    const id = await createEvaluation(server, receptionist, written);
    for (const asked of [
      `CC ${identification_number}`,
      `00${identification_number}`,
      'O’Connor–Páez, Sinéad',
    ]) {
      const page = await receptionist.get(`/evaluations?search=${encodeURIComponent(asked)}`);
      expect(responseOf(EvaluationList, page).items.map((item) => item.id)).toEqual([id]);
    }
  });
});

describe('P10.321 age and job in the list of evaluations', () => {
  it('P10.321 the list shows age and job only to users with manage_evaluations', async () => {
    const facts = { birth_date: '1990-02-01', occupation_id: server.clinic.occupations.welder };
    const id = await createEvaluation(server, receptionist, {
      identification_number: nextDocumentNumber(),
      ...facts,
    });
    const patientFor = async (caller: Caller) =>
      responseOf(EvaluationList, await fetchEvaluations('', caller)).items.find((item) => item.id === id)
        ?.patient;
    expect(await patientFor(await server.signIn('doctor'))).toMatchObject({
      age: 36,
      occupation_name: 'Soldador de línea',
    });
    const atDesk = await patientFor(receptionist);
    expect([atDesk?.age ?? null, atDesk?.occupation_name ?? null]).toEqual([null, null]);
  });
});
