import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import type { Database } from '#server/platform/database/connection/client.ts';
import { listEvaluations } from '#server/evaluations/queries/list/evaluations.ts';
import { RememberedTotals } from '#server/evaluations/queries/list/remembered-totals.ts';
import { isAmongNewestOpen } from '#server/evaluations/queries/list/newest-open.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { generateClinic, generateEvaluations } from '#tests/support/server/generate-evaluations.ts';

const EVALUATION_COUNT = 50_000;
let database: TestDatabase;
let branchId: string;
let companyId: string;
beforeAll(async () => {
  database = await createTestDatabase('list_plan');
  const clinic = await generateClinic(database.pool);
  [branchId = '', companyId] = [clinic.branchIds[0], clinic.companyIds[0]];
  await generateEvaluations(database.pool, {
    ...clinic,
    persons: EVALUATION_COUNT / 5,
    evaluations: EVALUATION_COUNT,
  });
});
afterAll(() => database.drop());

interface RecordedQuery {
  readonly text: string;
  readonly parameters: unknown[];
}

const findScanLines = (rows: readonly { 'QUERY PLAN': string }[]) =>
  rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => /Scan.* on (evaluations|patients|additional_values)/.test(line));

/**
 * Runs the work. Returns its result and the scans in the query plans of all its statements: `scans` from plans for the actual
 * values, `generic` from plans that PostgreSQL makes for any value.
 */
async function runAndCollectScans<Result>(work: (db: Database) => Promise<Result>) {
  const asked: RecordedQuery[] = [];
  const logger = {
    logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }),
  };
  const result = await work(drizzle({ client: database.pool, logger }));
  const scans: string[] = [];
  const generic: string[] = [];
  for (const { text, parameters } of asked) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters);
    scans.push(...findScanLines(rows));
    const { rows: anyValue } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${text}`,
    );
    generic.push(...findScanLines(anyValue));
  }
  return { result, scans, generic };
}

async function listEvaluationsWithPlans(fields: object) {
  const query = EvaluationsQuery.parse(fields);
  const { result, ...plans } = await runAndCollectScans((db) =>
    listEvaluations({ db, totals: new RememberedTotals() }, { branchId, isForDoctors: true }, query),
  );
  return { total: result.total, items: result.items.length, ids: result.items.map(({ id }) => id), ...plans };
}

describe('P10.24 list query with many evaluations', () => {
  it.each<[string, () => object, number]>([
    ['the open ones', () => ({}), 200],
    ['the closed ones', () => ({ status: 'cerrada' }), 9_800],
    ['all of them', () => ({ status: 'pendiente,en_proceso,cerrada' }), 10_000],
    ['a page far back', () => ({ status: 'cerrada', page: 900 }), 9_800],
    ['the open ones, the oldest first', () => ({ direction: 'asc' }), 200],
    ['far into the oldest', () => ({ status: 'cerrada', direction: 'asc', page: 900 }), 9_800],
    ['of some days', () => ({ status: 'cerrada', from: '2020-01-01', to: '2020-01-02' }), 0],
    ['of an employer', () => ({ status: 'cerrada', employer_company_id: companyId }), 4_900],
    ['a document', () => ({ search: '8800005001', status: 'cerrada' }), 5],
    ['a document with dots', () => ({ search: '88.00005.001', status: 'cerrada' }), 5],
    ['two names without accents', () => ({ search: 'munoz oscar', status: 'cerrada,en_proceso' }), -1],
    ['a name that many have', () => ({ search: 'ana', status: 'cerrada' }), -1],
    ['the beginning of a name', () => ({ search: 'mu', status: 'cerrada' }), -1],
    ['what nobody is called', () => ({ search: 'zzyzx', status: 'cerrada' }), 0],
  ])('the list query scans indexes, not tables, for: %s', async (_name, fields, total) => {
    const response = await listEvaluationsWithPlans(fields());
    expect(response.scans.filter((scan) => scan.includes('Seq Scan'))).toEqual([]);
    expect(response.scans.length).toBeGreaterThan(0);
    if (total < 0) expect(response.items).toBe(10);
    else expect(response.total).toBe(total);
  });

  it.each([
    [{}],
    [{ status: 'cerrada' }],
    [{ search: '8800005001', status: 'cerrada' }],
    [{ search: 'zzyzx' }],
    [{ search: 'zz yzx' }],
  ])(
    'the generic plan that PostgreSQL keeps for a connection also scans indexes, not tables, for: %j',
    async (fields) => {
      const { generic } = await listEvaluationsWithPlans(fields);
      expect(generic.filter((scan) => scan.includes('Seq Scan'))).toEqual([]);
      expect(generic.length).toBeGreaterThan(0);
    },
  );

  it('P10.52 a page near the end in oldest-first order has the rows of the matching page near the start in newest-first order, reversed', async () => {
    const asked = { status: 'cerrada', page_size: 10 };
    const oldest = await listEvaluationsWithPlans({ ...asked, direction: 'asc', page: 900 });
    const newest = await listEvaluationsWithPlans({ ...asked, page: oldest.total / 10 - 900 + 1 });
    expect(oldest.ids).toEqual(newest.ids.toReversed());
    const first = await listEvaluationsWithPlans({ ...asked, direction: 'asc', search: 'mu' });
    const last = await listEvaluationsWithPlans({
      ...asked,
      search: 'mu',
      page: Math.ceil(first.total / 10),
    });
    expect(first.ids.slice(0, last.ids.length)).toEqual(last.ids.toReversed());
  });

  it('the search matches a short word at the beginning of a name or number, and a longer word anywhere', async () => {
    const total = async (search: string) =>
      (await listEvaluationsWithPlans({ search, status: 'cerrada' })).total;
    const both = await total('munoz muestra');
    expect(await total('mu')).toBe((await total('munoz')) + (await total('muestra')) - both);
    expect(await total('uñoz')).toBe(await total('muñoz'));
    expect(await total('oz')).toBe(0);
  });
});

describe('P10.349 search with searchable additional fields', () => {
  beforeAll(async () => {
    const fieldId = randomUUID();
    await database.pool.query(
      `insert into additional_fields (id, name, subject, kind, is_searchable) values ($1, 'EPS', 'visit', 'text', true)`,
      [fieldId],
    );
    await database.pool.query(
      `insert into additional_values (evaluation_id, field_id, name, subject, kind, value)
       select id, $1, 'EPS', 'visit', 'text', (array['Sura', 'Nueva EPS', 'Sanitas'])[1 + nth % 3] || ' ' || 100000 + nth
       from (select id, row_number() over (order by id) as nth from evaluations) as numbered`,
      [fieldId],
    );
    await database.pool.query('vacuum analyze additional_values, additional_fields');
  });

  it.each<[string, object, number]>([
    ['a value of one evaluation', { search: '133333', status: 'pendiente,en_proceso,cerrada' }, -1],
    ['a value that many evaluations have', { search: 'sura', status: 'cerrada' }, -1],
    ['a late page of such a value', { search: 'sura', status: 'cerrada', page: 200 }, -1],
    ['the beginning of a value', { search: 'su', status: 'cerrada' }, -1],
    ['a document', { search: '8800005001', status: 'cerrada' }, 5],
    ['a name that many have', { search: 'ana', status: 'cerrada' }, -1],
    ['no match', { search: 'zzyzx', status: 'cerrada' }, 0],
  ])('P10.349 the list query scans indexes, not tables, for: %s', async (_name, fields, total) => {
    const response = await listEvaluationsWithPlans(fields);
    expect(response.scans.filter((scan) => scan.includes('Seq Scan'))).toEqual([]);
    expect(response.scans.some((scan) => scan.includes('additional_values'))).toBe(true);
    if (total >= 0) expect(response.total).toBe(total);
    expect(response.generic.filter((scan) => scan.includes('Seq Scan'))).toEqual([]);
  });
});

it('L8 the query whether an evaluation is among the newest open ones of its branch reads only the index of open evaluations', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from evaluations where branch_id = $1 and status <> 'cerrada' order by started_at desc`,
    [branchId],
  );
  const isPrefetchable = (id: string) => runAndCollectScans((db) => isAmongNewestOpen(db, branchId, id));
  const [first, last] = [
    await isPrefetchable(rows[0]?.id ?? ''),
    await isPrefetchable(rows.at(-1)?.id ?? ''),
  ];
  expect([rows.length, first.result, last.result]).toEqual([200, true, false]);
  expect(first.scans).toHaveLength(1);
  expect(first.scans[0]).toContain('Index Only Scan using evaluations_open');
});
