// @module-tag landing
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DashboardScope } from '#server/evaluations/queries/dashboard/counted-figures.ts';
import { readDashboardFigures } from '#server/evaluations/queries/dashboard/dashboard.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { generateClinic, generateEvaluations } from '#tests/support/server/generate-evaluations.ts';

let database: TestDatabase;
let branchId: string;
let companyId: string;
beforeAll(async () => {
  database = await createTestDatabase('dashboard_plan');
  const clinic = await generateClinic(database.pool);
  [branchId = '', companyId] = [clinic.branchIds[0], clinic.companyIds[0]];
  await generateEvaluations(database.pool, { ...clinic, persons: 12_000, evaluations: 60_000 });
});
afterAll(() => database.drop());

async function collectDashboardScans(scope: DashboardScope): Promise<string[]> {
  const asked: { text: string; parameters: unknown[] }[] = [];
  const logger = {
    logQuery: (text: string, parameters: unknown[]) => void asked.push({ text, parameters }),
  };
  await readDashboardFigures(drizzle({ client: database.pool, logger }), scope, new Date());
  expect(asked).toHaveLength(1);
  const [{ text, parameters } = { text: '', parameters: [] }] = asked;
  const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, parameters);
  return rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => /Scan.* on evaluations/.test(line) && !line.includes('Bitmap Heap'));
}

const PATIENT_INDEX_SCAN = /Index Scan (using|on) evaluations_patient/;
const EMPLOYER_INDEX_SCAN = /Index Scan (using|on) evaluations_employer_captured/;

it.each<[string, () => DashboardScope, RegExp[]]>([
  ['a branch', () => ({ branchId }), [PATIENT_INDEX_SCAN]],
  ['all branches', () => ({ branchId: null }), [PATIENT_INDEX_SCAN]],
  [
    'a branch and an employer',
    () => ({ branchId, employer_company_id: companyId }),
    [EMPLOYER_INDEX_SCAN, /Index Only Scan using evaluations_patient_captured/, PATIENT_INDEX_SCAN],
  ],
])(
  'P10.24 the dashboard reads the figures of %s from stored totals; it scans only the evaluations of changed patients and, for an employer, the evaluations of two weeks',
  async (_name, scope, expected) => {
    const scans = await collectDashboardScans(scope());
    expect(scans).toEqual(expected.map((scan) => expect.stringMatching(scan)));
  },
);
