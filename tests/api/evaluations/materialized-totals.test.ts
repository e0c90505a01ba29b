import { randomUUID } from 'node:crypto';
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  option,
  record,
} from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DASHBOARD_PERIODS } from '#contract/records/dashboard.ts';
import { EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import { updateStoredTotals } from '#server/evaluations/commands/clinical/fold-changes.ts';
import { type Database, toDatabase } from '#server/platform/database/connection/client.ts';
import {
  type DashboardScope,
  countedFiguresSql,
} from '#server/evaluations/queries/dashboard/counted-figures.ts';
import { readDashboardFigures } from '#server/evaluations/queries/dashboard/dashboard.ts';
import { listEvaluations } from '#server/evaluations/queries/list/evaluations.ts';
import { RememberedTotals } from '#server/evaluations/queries/list/remembered-totals.ts';
import { dashboardPeriodsAt } from '#domain/time/periods.ts';
import {
  type GeneratedDatabaseChange,
  type EvaluationRowSeed,
  arbitraryDatabaseChange,
  arbitraryNumber,
  pickCyclically,
} from '../support/examples/generated-changes.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { generateClinic, generateEvaluations } from '#tests/support/server/generate-evaluations.ts';

const EVALUATION_COUNT = 3_000;
const BULK_EVALUATION_COUNT = 100;
const PATIENT_FIRST_NAMES = ['Sofía', 'Sofía Ana', 'Muñoz', 'Ana'];

let database: TestDatabase;
let db: Database;
let testBranchIds: readonly string[];
let testCompanyIds: readonly string[];
let typeId: string;
let userId: string;
let patientIds: string[];
beforeAll(async () => {
  database = await createTestDatabase('kept_totals');
  db = toDatabase(database.pool);
  const clinic = await generateClinic(database.pool);
  testBranchIds = clinic.branchIds.slice(0, 2);
  ({ companyIds: testCompanyIds, evaluation_type_id: typeId, userId } = clinic);
  const size = { persons: EVALUATION_COUNT / 5, evaluations: EVALUATION_COUNT };
  await generateEvaluations(database.pool, { ...clinic, branchIds: testBranchIds, ...size });
  const { rows } = await database.pool.query<{ id: string }>('select id from patients order by id limit 40');
  patientIds = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

const evaluationParameters = (given: EvaluationRowSeed) => [
  pickCyclically(testBranchIds, given.branch),
  pickCyclically(testCompanyIds, given.employer),
  given.contractor === null ? null : pickCyclically(testCompanyIds, given.contractor),
  pickCyclically(EVALUATION_STATUSES, given.status),
  given.minutes,
];
const STARTED_AT_SQL = `now() - $5::integer * interval '1 minute'`;
const createInsertQuery = (given: EvaluationRowSeed, many = 1) => ({
  text: `insert into evaluations (id, branch_id, employer_company_id, contractor_company_id, status, started_at, captured_at,
      received_at, patient_id, evaluation_type_id, created_by)
    select gen_random_uuid(), $1, $2, $3, $4, ${STARTED_AT_SQL}, ${STARTED_AT_SQL}, ${STARTED_AT_SQL}, $6, $7, $8 from generate_series(1, $9::integer)`,
  values: [...evaluationParameters(given), pickCyclically(patientIds, given.at), typeId, userId, many],
});
const createUpdateQuery = (given: EvaluationRowSeed, which: string) => ({
  text: `update evaluations set branch_id = $1, employer_company_id = $2, contractor_company_id = $3, status = $4,
      started_at = ${STARTED_AT_SQL}, captured_at = ${STARTED_AT_SQL}, patient_id = $6,
      closed_at = case when $4 = 'cerrada' then ${STARTED_AT_SQL} + interval '20 minutes' end where ${which}`,
  values: [...evaluationParameters(given), pickCyclically(patientIds, given.at)],
});
const idAtOffsetCondition = (at: number) =>
  `id = (select id from evaluations order by id offset ${at % EVALUATION_COUNT} limit 1)`;

async function applyGeneratedChange(reported: GeneratedDatabaseChange): Promise<void> {
  const { pool } = database;
  switch (reported.kind) {
    case 'insert':
      return void (await pool.query(createInsertQuery(reported.row)));
    case 'insert many':
      return void (await pool.query(createInsertQuery(reported.row, BULK_EVALUATION_COUNT)));
    case 'change':
      return void (await pool.query(createUpdateQuery(reported.row, idAtOffsetCondition(reported.row.at))));
    case 'change many':
      return void (await pool.query(
        createUpdateQuery(reported.row, `id in (select id from evaluations limit ${BULK_EVALUATION_COUNT})`),
      ));
    case 'roll back': {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(createInsertQuery(reported.row));
      await client.query('rollback');
      return client.release();
    }
    case 'delete':
      return void (await pool.query(`delete from evaluations where ${idAtOffsetCondition(reported.at)}`));
    case 'rename':
      return void (await pool.query('update patients set first_name = $1 where id = $2', [
        pickCyclically(PATIENT_FIRST_NAMES, reported.at),
        pickCyclically(patientIds, reported.at),
      ]));
    case 'fold':
      return void (await pool.query('select fold_evaluation_changes($1)', [reported.at % 20]));
    case 'recount':
      return void (await pool.query('select recount_evaluations()'));
  }
}

const arbitraryDay = integer({ min: 0, max: 370 }).map((ago) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
);
interface ListFilterSeed {
  readonly branch: number;
  readonly status: string;
  readonly search: string | undefined;
  readonly employer: number | undefined;
  readonly contractor: number | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: number;
}
const optionalArbitrary = <Value>(of: Arbitrary<Value>, freq: number) => option(of, { nil: undefined, freq });
const arbitraryFilters = record<ListFilterSeed>({
  branch: arbitraryNumber,
  status: constantFrom(
    'pendiente,en_proceso,cerrada',
    'cerrada',
    'pendiente,en_proceso',
    'pendiente,cerrada',
  ),
  search: optionalArbitrary(constantFrom('sofia', 'ana', 'munoz ana', 'zzyzx'), 2),
  employer: optionalArbitrary(arbitraryNumber, 2),
  contractor: optionalArbitrary(arbitraryNumber, 1),
  from: optionalArbitrary(arbitraryDay, 2),
  to: optionalArbitrary(arbitraryDay, 2),
  page: constantFrom(1, 2, 40, 60, 100, 5_000),
});

const evaluationsQueryOf = ({ branch: _branch, employer, contractor, ...fields }: ListFilterSeed) =>
  EvaluationsQuery.parse({
    ...fields,
    ...(employer !== undefined && { employer_company_id: pickCyclically(testCompanyIds, employer) }),
    ...(contractor !== undefined && { contractor_company_id: pickCyclically(testCompanyIds, contractor) }),
  });

async function readExpectedListPage(branchId: string, query: EvaluationsQuery) {
  const words = (query.search ?? '').split(' ').filter(Boolean);
  const { rows } = await database.pool.query<{ id: string }>(
    `select e.id from evaluations e join patients p on p.id = e.patient_id
     where e.branch_id = $1 and e.status = any($2) and (e.employer_company_id = $3 or $3 is null)
       and (e.contractor_company_id = $4 or $4 is null)
       and ((e.started_at at time zone interval '-05:00')::date >= $5 or $5 is null)
       and ((e.started_at at time zone interval '-05:00')::date <= $6 or $6 is null)
       and p.search_text like all ($7::text[])
     order by e.started_at desc, e.id`,
    [
      branchId,
      query.status,
      query.employer_company_id ?? null,
      query.contractor_company_id ?? null,
      query.from ?? null,
      query.to ?? null,
      ['%', ...words.map((word) => `%${word}%`)],
    ],
  );
  const start = (query.page - 1) * query.page_size;
  return { total: rows.length, ids: rows.slice(start, start + query.page_size).map(({ id }) => id) };
}

/**
 * The test compares two instances. The first remembers every total, even one of few patients; the second uses the default
 * limit.
 */
const totalsInstances = [new RememberedTotals(0), new RememberedTotals()];

async function compareListPage(question: ListFilterSeed): Promise<void> {
  const [branchId, query] = [pickCyclically(testBranchIds, question.branch), evaluationsQueryOf(question)];
  const expected = await readExpectedListPage(branchId, query);
  for (const totals of totalsInstances) {
    const { items, total } = await listEvaluations({ db, totals }, { branchId, isForDoctors: true }, query);
    expect({ total, ids: items.map(({ id }) => id) }).toEqual(expected);
  }
}

async function compareDashboardFigures(
  { branch, employer, contractor }: ListFilterSeed,
  daysAgo: number,
): Promise<void> {
  const scope: DashboardScope = {
    branchId: branch % 3 === 0 ? null : pickCyclically(testBranchIds, branch),
    employer_company_id: employer === undefined ? undefined : pickCyclically(testCompanyIds, employer),
    contractor_company_id: contractor === undefined ? undefined : pickCyclically(testCompanyIds, contractor),
  };
  const now = new Date(Date.now() - daysAgo * 86_400_000);
  const periods = dashboardPeriodsAt(now.getTime());
  const named = DASHBOARD_PERIODS.map((name) => [name, periods[name]] as const);
  const { rows } = await db.execute(countedFiguresSql(scope, named));
  expect((await readDashboardFigures(db, scope, now)).periods).toEqual(rows[0]);
}

/** Queries repeated after each step, so that the server uses the totals that it remembers for them. */
const REPEATED_FILTERS: readonly ListFilterSeed[] = ['ana', 'sofia'].map((search) => ({
  branch: 0,
  status: 'pendiente,en_proceso,cerrada',
  search,
  employer: undefined,
  contractor: undefined,
  from: undefined,
  to: undefined,
  page: 1,
}));

const arbitraryStep = record({
  together: array(arbitraryDatabaseChange, { minLength: 1, maxLength: 6 }),
  asked: array(arbitraryFilters, { minLength: 2, maxLength: 4 }),
});

it(
  'P10.24 lists and dashboard return the same totals, pages and figures as a full count after any simultaneous changes',
  { tags: ['landing'] },
  async () => {
    await assert(
      asyncProperty(array(arbitraryStep, { minLength: 2, maxLength: 6 }), async (steps) => {
        for (const { together, asked: questions } of steps) {
          await Promise.all(together.map(applyGeneratedChange));
          for (const question of [...REPEATED_FILTERS, ...questions]) await compareListPage(question);
          for (const question of questions) await compareDashboardFigures(question, question.page % 400);
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  },
);

const SEED_AT_FIRST_BRANCH = { branch: 0, employer: 0, contractor: null, status: 0 };

it('P10.24 the page and the total of a list query match while other connections write evaluations, rename patients and update the stored totals', async () => {
  const [branchId = ''] = testBranchIds;
  const employer = randomUUID();
  await database.pool.query(
    `insert into companies (id, code, name) values ($1, 'MOMENT', 'Momento (DEMO)')`,
    [employer],
  );
  const over = new AbortController();
  const readings = [0, 0, 0];
  const needsRound = (round: number) => !over.signal.aborted && (round < 12 || Math.min(...readings) <= 3);
  const write = async (person: number) => {
    for (let round = 0; needsRound(round); round += 1) {
      const id = randomUUID();
      const { text, values } = createInsertQuery({ ...SEED_AT_FIRST_BRANCH, at: person, minutes: round });
      await database.pool.query(text.replace('gen_random_uuid()', `'${id}'`), values.with(1, employer));
      await database.pool.query(`update evaluations set status = 'cerrada' where id = $1`, [id]);
      await applyGeneratedChange({ kind: 'rename', at: round + person });
      // A page holds 100 evaluations, so those of extra rounds are deleted again.
      if (round % 3 === 0 || round >= 12)
        await database.pool.query('delete from evaluations where id = $1', [id]);
    }
  };
  const keepFolding = async () => {
    while (!over.signal.aborted) await updateStoredTotals(db);
  };
  const read = async (search: string | undefined, reader: number) => {
    const query = EvaluationsQuery.parse({
      status: 'pendiente,cerrada',
      employer_company_id: employer,
      page_size: 100,
      search,
    });
    const totals = new RememberedTotals(0);
    while (!over.signal.aborted) {
      const { items, total } = await listEvaluations({ db, totals }, { branchId, isForDoctors: true }, query);
      expect(items).toHaveLength(total);
      readings[reader] = (readings[reader] ?? 0) + 1;
    }
  };
  const reading = Promise.all([undefined, 'sofia', 'ana'].map(read)).finally(() => over.abort());
  const writing = Promise.all([0, 1, 2, 3].map(write)).finally(() => over.abort());
  await Promise.all([writing, reading, keepFolding()]);
});
