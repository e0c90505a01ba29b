import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DashboardScope, dashboardPeriods } from '#server/queries/oversight/dashboard.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/provider/embedded-database.ts';
import { generateClinic, generateEvaluations } from '#tests/support/provider/generate-evaluations.ts';

let database: TestDatabase;
let branchId: string;
let companyId: string;
beforeAll(async () => {
  database = await createTestDatabase('dashboard_plan');
  const clinic = await generateClinic(database.pool);
  [branchId = '', companyId] = [clinic.branchIds[0], clinic.companyIds[0]];
  await generateEvaluations(database.pool, { ...clinic, persons: 40_000, evaluations: 200_000 });
});
afterAll(() => database.drop());

/** How the database walks through the evaluations, by its plan of each statement that was sent. */
async function scansOf(scope: DashboardScope): Promise<string[]> {
  const asked: { text: string; parameters: unknown[] }[] = [];
  const logger = {
    logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }),
  };
  await dashboardPeriods(drizzle({ client: database.pool, logger }), scope, new Date());
  expect(asked).toHaveLength(1);
  const [{ text, parameters } = { text: '', parameters: [] }] = asked;
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters);
  return rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => /Seq Scan on|Index/.test(line) && line.includes('evaluations'));
}

// Which of the two indexes by capture is cheaper depends on how the rows lie on the disk; both read two years and no more.
it.each<[string, () => DashboardScope]>([
  ['a branch', () => ({ branchId })],
  ['a branch and an employer', () => ({ branchId, employer_company_id: companyId })],
  ['all branches', () => ({ branchId: null })],
])(
  'P10.24 the figures of %s read two years by capture, and each person by their first',
  async (_name, scope) => {
    const [counted, person, ...more] = await scansOf(scope());
    expect(counted).toMatch(/Index Scan .*evaluations_(branch_)?captured/);
    expect(person).toContain('Index Only Scan using evaluations_patient_captured');
    expect(more).toEqual([]);
  },
);
