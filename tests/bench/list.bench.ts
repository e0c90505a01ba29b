import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Pool } from 'pg';
import { EvaluationList } from '#contract/records/evaluation/evaluations.ts';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { generateEvaluations } from '#tests/support/server/generate-evaluations.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { type LightClient, openSignedInLightClient } from './support/light-client.ts';
import { LARGE_LIST_TABLE_HEAD, figuresOfLargeList, figuresOfList } from './support/list-figures.ts';
import {
  CALLS_PER_SECOND,
  REQUEST_COUNT,
  WARM_UP_REQUESTS,
  type PacedTimes,
  measurePacedRequests,
} from './support/paced-requests.ts';
import { type ListQuestion, requestPlainSql } from './support/plain-sql-list.ts';
import { median, formatMs, formatRatio, formatTable, measureMs, writeSection } from './support/report.ts';

const ROUNDS = 25;
const WARM_UP_ROUNDS = 3;
/**
 * Period in minutes (nineteen years) over which the evaluations are spread. It is the same for each number of evaluations, so
 * that the benchmark compares a clinic with a clinic ten times its size.
 */
const PERIOD_MINUTES = 10_000_000;

/** Server of the current test. `npm run bench -- list -g 'over 1,000,000'` measures with one number of evaluations only. */
let apiServer: ServerProcess;
let pool: Pool;
let client: LightClient;
let globalClient: LightClient;
let branchId: string;

async function queryFirstValue<Value>(sql: string): Promise<Value> {
  const { rows } = await pool.query<{ value: Value }>(sql);
  const [row] = rows;
  if (!row) throw new Error('The demo clinic lacks something');
  return row.value;
}

async function generateListEvaluations(evaluations: number): Promise<void> {
  const [first, ...others] = await queryFirstValue<string[]>('select array_agg(id) as value from companies');
  if (first === undefined) throw new Error('The demo clinic has no company');
  await generateEvaluations(pool, {
    persons: evaluations / 5,
    evaluations,
    branchIds: await queryFirstValue<string[]>('select array_agg(id) as value from branches'),
    evaluation_type_id: await queryFirstValue<string>('select id as value from evaluation_types limit 1'),
    companyIds: [first, ...others],
    userId: await queryFirstValue<string>('select id as value from users limit 1'),
    oneOpenIn: 50,
    minutesApart: PERIOD_MINUTES / evaluations,
  });
}

async function startServerWith(evaluations: number): Promise<void> {
  apiServer = await startServer();
  const server = findPostmaster(path.join(apiServer.dataDir, 'postgres'));
  if (!server) throw new Error('The server runs no embedded database');
  pool = createPool({ ...socketConnectionTo(server.socketDir, 'ventanilla') });
  await generateListEvaluations(evaluations);
  branchId = await queryFirstValue<string>(
    `select branch_id as value from users where email = 'medico@alisos.demo'`,
  );
  client = await openSignedInLightClient(apiServer.origin, {
    email: 'medico@alisos.demo',
    atOnce: CALLS_PER_SECOND,
  });
  globalClient = await openSignedInLightClient(apiServer.origin, {
    email: 'global@alisos.demo',
    atOnce: CALLS_PER_SECOND,
  });
}
async function stopServerAndClients(): Promise<void> {
  client.close();
  globalClient.close();
  await pool.end();
  await apiServer.destroy();
}

const OPEN_CONDITION = `status in ('pendiente', 'en_proceso')`;
const CLOSED_CONDITION = `status = 'cerrada'`;
const EVERY_STATUS_QUERY = { status: 'pendiente,en_proceso,cerrada' };
const ANY_STATUS_CONDITION = `status in ('pendiente', 'en_proceso', 'cerrada')`;
const COMMON_NAME_CASE = 'a first name that many have';
const DEEP_PAGE_NUMBER = 15_000;
const USUAL_EVALUATION_COUNT = 1_000_000;
const LARGE_EVALUATION_COUNT = 10_000_000;
const patientNameCondition = (...words: string[]) =>
  `${ANY_STATUS_CONDITION} and patient_id in (select id from patients where ${words.map((word) => `search_text like '%${word}%'`).join(' and ')})`;

async function requestEvaluationList({ query }: ListQuestion): Promise<unknown> {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return JSON.parse(await client.call({ method: 'GET', path: `/evaluations?${asked}` }));
}

/** Returns the median time in ms of a minimal call: the cost of HTTP and the session check, which every call has. */
async function measureFixedCostMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
    times.push(await measureMs(() => client.call({ method: 'GET', path: '/auth/me' })));
  return median(times.slice(WARM_UP_ROUNDS));
}

async function compareWithPlainSql(question: ListQuestion): Promise<(string | number)[]> {
  const { items, total } = EvaluationList.parse(await requestEvaluationList(question));
  expect({ items: items.length, total }, question.name).toEqual(
    await requestPlainSql(pool, branchId, question),
  );
  const times = { api: [] as number[], bare: [] as number[] };
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const bare = await measureMs(() => requestPlainSql(pool, branchId, question));
    const api = await measureMs(() => requestEvaluationList(question));
    if (round < WARM_UP_ROUNDS) continue;
    times.bare.push(bare);
    times.api.push(api);
  }
  const [bare, api] = [median(times.bare), median(times.api)];
  return [question.name, total, formatMs(bare), formatMs(api), formatRatio(api, bare)];
}

/** Returns the value of a column or SQL expression for one generated patient of the branch. */
const readPatientValue = (expression: string): Promise<string> =>
  queryFirstValue<string>(
    `select ${expression} as value from patients p where starts_with(normalized_number, '88')
       and exists (select from evaluations e where e.patient_id = p.id and e.branch_id = '${branchId}') limit 1`,
  );

async function createListQuestions(): Promise<ListQuestion[]> {
  const rare = await readPatientValue('right(second_last_name, 6)');
  const document = await readPatientValue('normalized_number');
  const employer = await queryFirstValue<string>('select id as value from companies limit 1');
  return [
    { name: 'the open ones', query: {}, where: OPEN_CONDITION },
    { name: 'the closed ones', query: { status: 'cerrada' }, where: CLOSED_CONDITION },
    { name: 'all of them', query: EVERY_STATUS_QUERY, where: ANY_STATUS_CONDITION },
    {
      name: 'page 15,000 of the closed ones',
      query: { status: 'cerrada', page: DEEP_PAGE_NUMBER },
      where: CLOSED_CONDITION,
    },
    {
      name: 'all of one employer',
      query: { ...EVERY_STATUS_QUERY, employer_company_id: employer },
      where: `${ANY_STATUS_CONDITION} and employer_company_id = '${employer}'`,
    },
    {
      name: 'a document',
      query: { ...EVERY_STATUS_QUERY, search: document },
      where: patientNameCondition(document),
    },
    {
      name: 'a name that few have',
      query: { ...EVERY_STATUS_QUERY, search: rare },
      where: patientNameCondition(rare),
    },
    {
      name: COMMON_NAME_CASE,
      query: { ...EVERY_STATUS_QUERY, search: 'Sofía' },
      where: patientNameCondition('sofia'),
    },
    {
      name: 'two names that many have',
      query: { ...EVERY_STATUS_QUERY, search: 'Muñoz Óscar' },
      where: patientNameCondition('munoz', 'oscar'),
    },
    {
      name: 'what nobody is called',
      query: { ...EVERY_STATUS_QUERY, search: 'zzyzx' },
      where: patientNameCondition('zzyzx'),
    },
  ];
}

/** Runs `work` while other requests change the state of five evaluations per second. */
async function measureDuringChanges(work: () => Promise<PacedTimes>): Promise<PacedTimes> {
  const over = new AbortController();
  const change = async () => {
    while (!over.signal.aborted) {
      await pool.query(
        `update evaluations set status = case status when 'pendiente' then 'en_proceso' else 'pendiente' end
         where id = (select id from evaluations where branch_id = $1 and ${OPEN_CONDITION} order by started_at limit 1)`,
        [branchId],
      );
      await pause(200);
    }
  };
  const changing = change();
  try {
    return await work();
  } finally {
    over.abort();
    await changing;
  }
}

async function measurePacedQuestions(): Promise<Map<string, PacedTimes>> {
  const measured = new Map<string, PacedTimes>();
  const asked = await createListQuestions();
  for (const question of asked)
    measured.set(question.name, await measurePacedRequests(() => requestEvaluationList(question)));
  const many = asked.find(({ name }) => name === COMMON_NAME_CASE);
  if (many)
    measured.set(
      `${COMMON_NAME_CASE}, while five evaluations per second change`,
      await measureDuringChanges(() => measurePacedRequests(() => requestEvaluationList(many))),
    );
  const employer = await queryFirstValue<string>('select id as value from companies limit 1');
  const home = '/dashboard/summary';
  measured.set(
    'home figures of a branch',
    await measurePacedRequests(() => client.call({ method: 'GET', path: home })),
  );
  measured.set(
    'home figures of all branches',
    await measurePacedRequests(() => globalClient.call({ method: 'GET', path: home })),
  );
  measured.set(
    'home figures of all branches and one employer',
    await measurePacedRequests(() =>
      globalClient.call({ method: 'GET', path: `${home}?employer_company_id=${employer}` }),
    ),
  );
  return measured;
}

const formatCount = (count: number): string => count.toLocaleString('en');
let pacedTimesOfMillion: Map<string, PacedTimes> | undefined;

test.describe(`list over ${formatCount(USUAL_EVALUATION_COUNT)} evaluations`, () => {
  test.beforeAll(async () => {
    test.setTimeout(600_000);
    await startServerWith(USUAL_EVALUATION_COUNT);
  });
  test.afterAll(stopServerAndClients);

  test('the benchmark measures the list of evaluations and its searches, relative to plain SQL', async () => {
    const rows: (string | number)[][] = [];
    const asked = await createListQuestions();
    for (let times = 0; times < WARM_UP_REQUESTS; times += 1)
      for (const question of asked) await requestEvaluationList(question);
    for (const question of asked) rows.push(await compareWithPlainSql(question));
    const lines = [
      'A page of ten rows with its total, for the branch of the user. The SQL alone counts and then reads the page on an open connection. The API adds HTTP, session, permission, the log entry, and validated and compressed JSON; the client needs little CPU time.',
      '',
      ...formatTable(['query', 'found', 'SQL alone', 'API', 'API / SQL alone'], rows),
      '',
      `Median of ${ROUNDS} requests to a server that has responded to ${WARM_UP_REQUESTS} requests of each query before. A session request alone takes ${formatMs(await measureFixedCostMs())} of each. Budget: the open list and rare names at most 2× the SQL alone; frequent names at most 1.1× and 20 ms.`,
    ];
    writeSection(
      6,
      `The list over ${formatCount(USUAL_EVALUATION_COUNT)} evaluations in five branches`,
      lines,
      figuresOfList(rows),
    );
  });

  test('the benchmark measures list queries at a constant request rate', async () => {
    pacedTimesOfMillion = await measurePacedQuestions();
  });
});

// This part runs only with BENCH_LARGE=1 (playwright.bench.config.ts), because its setup takes eight minutes: it normalizes two
// million names, counts ten million rows and builds eight indexes, on 10 GB of disk.
test.describe(`list over ${formatCount(LARGE_EVALUATION_COUNT)} evaluations`, { tag: '@large' }, () => {
  test.beforeAll(async () => {
    test.setTimeout(1_800_000);
    await startServerWith(LARGE_EVALUATION_COUNT);
  });
  test.afterAll(stopServerAndClients);

  test('the benchmark measures list queries at a constant request rate, relative to the queries over a tenth of the evaluations', async () => {
    const tenth = pacedTimesOfMillion;
    const rows = [...(await measurePacedQuestions())].map(([name, { first, p95 }]) => {
      const before = tenth?.get(name);
      return [
        name,
        before ? formatMs(before.p95) : '–',
        formatMs(p95),
        before ? formatRatio(p95, before.p95) : '–',
        before ? formatMs(before.first) : '–',
        formatMs(first),
      ];
    });
    writeSection(
      20,
      `The list and the home figures over ${formatCount(LARGE_EVALUATION_COUNT)} evaluations in five branches`,
      [
        `Nineteen years of five branches; ${CALLS_PER_SECOND} requests per second to the API, ${REQUEST_COUNT} of each query. A separate column shows the first request of each query, in which the server counts a frequent name and stores the total. ${WARM_UP_REQUESTS} requests of each query follow it before the measurement begins.`,
        '',
        ...formatTable(LARGE_LIST_TABLE_HEAD, rows),
        '',
        'Budget: p95 at most 60 ms, and at most 1.5× of the figure with a tenth of the evaluations.',
      ],
      figuresOfLargeList(rows),
    );
  });
});
