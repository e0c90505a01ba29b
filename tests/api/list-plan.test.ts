import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EvaluationsQuery } from '#contract/evaluations.ts';
import { listEvaluations } from '#server/queries/evaluations.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/embedded-database.ts';
import { generateClinic, generateEvaluations } from '#tests/support/generate-evaluations.ts';

const EVALUATIONS = 50_000;
let database: TestDatabase;
let branchId: string;
let companyId: string;
beforeAll(async () => {
  database = await createTestDatabase('list_plan');
  const clinic = await generateClinic(database.pool);
  [branchId = '', companyId] = [clinic.branchIds[0], clinic.companyIds[0]];
  await generateEvaluations(database.pool, {
    ...clinic,
    persons: EVALUATIONS / 5,
    evaluations: EVALUATIONS,
  });
});
afterAll(() => database.drop());

interface Asked {
  readonly text: string;
  readonly parameters: unknown[];
}

/** The total, and how the database finds it and the page: every scan of the plans of the statements that were sent. */
async function ask(fields: object): Promise<{ total: number; items: number; scans: string[] }> {
  const asked: Asked[] = [];
  const logger = {
    logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }),
  };
  const { items, total } = await listEvaluations(
    drizzle({ client: database.pool, logger }),
    branchId,
    EvaluationsQuery.parse(fields),
  );
  const scans: string[] = [];
  for (const { text, parameters } of asked) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters);
    scans.push(
      ...rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan.* on (evaluations|patients)/.test(line)),
    );
  }
  return { total, items: items.length, scans };
}

describe('the list over many evaluations reads indexes, not tables', () => {
  it.each<[string, () => object, number]>([
    ['the open ones', () => ({}), 200],
    ['the closed ones', () => ({ status: 'cerrada' }), 9_800],
    ['all of them', () => ({ status: 'pendiente,en_proceso,cerrada' }), 10_000],
    ['a page far back', () => ({ status: 'cerrada', page: 900 }), 9_800],
    ['of some days', () => ({ status: 'cerrada', from: '2020-01-01', to: '2020-01-02' }), 0],
    ['of an employer', () => ({ status: 'cerrada', employer_company_id: companyId }), 4_900],
    ['a document', () => ({ search: '8800005001', status: 'cerrada' }), 5],
    ['a document with dots', () => ({ search: '88.00005.001', status: 'cerrada' }), 5],
    ['two names without accents', () => ({ search: 'munoz oscar', status: 'cerrada,en_proceso' }), -1],
    ['a name that many have', () => ({ search: 'ana', status: 'cerrada' }), -1],
    ['the beginning of a name', () => ({ search: 'mu', status: 'cerrada' }), -1],
    ['what nobody is called', () => ({ search: 'zzyzx', status: 'cerrada' }), 0],
  ])('%s', async (_name, fields, total) => {
    const answer = await ask(fields());
    expect(answer.scans.filter((scan) => scan.includes('Seq Scan'))).toEqual([]);
    expect(answer.scans.length).toBeGreaterThan(0);
    if (total < 0) expect(answer.items).toBe(10);
    else expect(answer.total).toBe(total);
  });

  it('a short word begins a name or a number, a longer one stands anywhere in it', async () => {
    const total = async (search: string) => (await ask({ search, status: 'cerrada' })).total;
    const both = await total('munoz muestra');
    expect(await total('mu')).toBe((await total('munoz')) + (await total('muestra')) - both);
    expect(await total('uñoz')).toBe(await total('muñoz'));
    expect(await total('oz')).toBe(0);
  });
});
