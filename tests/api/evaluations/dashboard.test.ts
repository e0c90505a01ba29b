import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DASHBOARD_PERIODS,
  type DashboardPeriodName,
  DashboardSummary,
} from '#contract/records/dashboard.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { evaluations } from '#server/schema/evaluation/evaluations.ts';
import { patients } from '#server/schema/patients.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import type { TestUserName } from '../support/clinic.ts';
import { nextDocumentNumber } from '../support/capture.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  const signInLimits = { ...SIGN_IN_LIMITS, perAddress: 100 };
  server = await startServer('dashboard', { signInLimits });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.pool.query('delete from evaluations; delete from patients');
});

const parseBogotaTime = (text: string): Date => new Date(`${text}-05:00`);

async function insertPatient(): Promise<string> {
  const [id, number] = [randomUUID(), nextDocumentNumber()];
  await toDatabase(server.database.pool).insert(patients).values({
    id,
    identification_type: 'CC',
    identification_number: number,
    normalizedNumber: number,
    first_name: 'Ana',
    last_name: 'Gil',
    dataAt: new Date(),
  });
  return id;
}

interface EvaluationInsertOptions {
  readonly patientId?: string;
  readonly branch?: 'bogota' | 'medellin';
  readonly status?: EvaluationStatus;
  readonly minutes?: number;
  readonly employer?: 'builder' | 'scaffolds';
  readonly contractor?: 'scaffolds';
}
async function insertEvaluation(at: string, given: EvaluationInsertOptions = {}): Promise<void> {
  const { branch = 'bogota', minutes, employer = 'builder', contractor } = given;
  const { branches, companies, types, users } = server.clinic;
  const capturedAt = parseBogotaTime(at);
  const closedAt = minutes === undefined ? null : new Date(capturedAt.getTime() + minutes * 60_000);
  await toDatabase(server.database.pool)
    .insert(evaluations)
    .values({
      id: randomUUID(),
      branchId: branches[branch],
      patientId: given.patientId ?? (await insertPatient()),
      evaluation_type_id: types.entry,
      employer_company_id: companies[employer],
      contractor_company_id: contractor ? companies[contractor] : null,
      status: given.status ?? (closedAt ? 'cerrada' : 'pendiente'),
      capturedAt,
      // The evaluation arrives a day after its capture, because the dashboard must count by capture time.
      receivedAt: new Date(capturedAt.getTime() + 86_400_000),
      startedAt: capturedAt,
      closedAt,
      createdBy: users.desk,
    });
}

const sessionsByTimeAndUser: Record<string, Caller> = {};
async function fetchDashboard(now: string, query = '', who: TestUserName = 'admin'): Promise<Reply> {
  server.clock.now = parseBogotaTime(now);
  try {
    // Each user signs in again for each `now`, because a session lasts at most thirty days.
    const caller = (sessionsByTimeAndUser[`${now} ${who}`] ??= await server.signIn(who));
    return await caller.get(`/dashboard/summary?${query}`);
  } finally {
    server.clock.now = null;
  }
}
const fetchDashboardSummary = async (...call: Parameters<typeof fetchDashboard>): Promise<DashboardSummary> =>
  responseOf(DashboardSummary, await fetchDashboard(...call));
/** Returns, for each period, its total and the total of the previous period. */
async function fetchPeriodTotals(now: string, query = '', who: TestUserName = 'admin') {
  const { periods } = await fetchDashboardSummary(now, query, who);
  return Object.fromEntries(
    DASHBOARD_PERIODS.map((name) => [name, [periods[name].total, periods[name].previous_total]]),
  ) as Record<DashboardPeriodName, [number, number]>;
}

describe('P9.15 periods of the dashboard in Bogotá time, end excluded', () => {
  it.each<[string, readonly string[], Record<DashboardPeriodName, [number, number]>]>([
    [
      // A Thursday, an hour after midnight in UTC. Evaluations exist just before and just after the start of each period and of
      // its previous period.
      '2026-03-12T20:00:00',
      [
        '2026-03-12T19:00:00',
        '2026-03-12T18:59:59',
        '2026-03-12T00:00:00',
        '2026-03-11T23:59:59.999',
        '2026-03-11T00:00:00',
        '2026-03-10T23:59:59.999',
        '2026-03-09T00:00:00',
        '2026-03-08T23:59:59.999',
        '2026-03-02T00:00:00',
        '2026-03-01T23:59:59.999',
        '2026-03-01T00:00:00',
        '2026-02-28T23:59:59.999',
        '2026-02-01T00:00:00',
        '2026-01-31T23:59:59.999',
        '2026-01-01T00:00:00',
        '2025-12-31T23:59:59.999',
        '2025-01-01T00:00:00',
        '2024-12-31T23:59:59.999',
      ],
      { today: [3, 2], this_week: [7, 2], this_month: [11, 2], this_year: [15, 2] },
    ],
    [
      '2028-03-01T07:00:00',
      ['2028-02-29T23:59:59.999', '2028-02-29T00:00:00', '2028-02-28T23:59:59.999'],
      { today: [0, 2], this_week: [3, 0], this_month: [0, 3], this_year: [3, 0] },
    ],
    [
      '2027-01-01T07:00:00',
      ['2026-12-31T19:00:00'],
      { today: [0, 1], this_week: [1, 0], this_month: [0, 1], this_year: [0, 1] },
    ],
  ])('the dashboard counts the evaluations of each period at %s', async (now, instants, expected) => {
    for (const at of instants) await insertEvaluation(at);
    expect(await fetchPeriodTotals(now)).toEqual(expected);
  });
});

describe('figures of each dashboard period', () => {
  const NOW = '2026-03-12T12:00:00';

  it('P7.36 the dashboard returns zeros and no average for a period without evaluations', async () => {
    const { generated_at, periods } = await fetchDashboardSummary(NOW);
    expect(generated_at).toBe(parseBogotaTime(NOW).toISOString());
    for (const name of DASHBOARD_PERIODS)
      expect(periods[name]).toEqual({
        total: 0,
        previous_total: 0,
        statuses: { pendiente: 0, en_proceso: 0, cerrada: 0 },
        new_patients: 0,
        returning_patients: 0,
        average_completion_minutes: null,
      });
  });

  it('P3.14 the dashboard counts evaluations by status, and averages the minutes from capture until they are closed, rounded', async () => {
    await insertEvaluation('2026-03-12T08:00:00');
    await insertEvaluation('2026-03-12T08:10:00', { status: 'en_proceso' });
    await insertEvaluation('2026-03-12T08:20:00', { minutes: 10 });
    await insertEvaluation('2026-03-12T08:30:00', { minutes: 21 });
    await insertEvaluation('2026-03-11T08:30:00', { minutes: 90 });
    const { today, this_week: week } = (await fetchDashboardSummary(NOW)).periods;
    expect(today).toMatchObject({
      total: 4,
      previous_total: 1,
      statuses: { pendiente: 1, en_proceso: 1, cerrada: 2 },
      average_completion_minutes: 16,
    });
    expect([week.total, week.average_completion_minutes]).toEqual([5, 40]);
  });

  it('P7.36 the dashboard counts new and returning patients separately, and each patient once', async () => {
    const [once, often, elsewhere] = [await insertPatient(), await insertPatient(), await insertPatient()];
    await insertEvaluation('2026-03-12T08:00:00', { patientId: once });
    for (const at of ['2026-03-10T08:00:00', '2026-03-12T08:00:00', '2026-03-12T09:00:00'])
      await insertEvaluation(at, { patientId: often });
    await insertEvaluation('2019-01-01T08:00:00', {
      patientId: elsewhere,
      branch: 'medellin',
      employer: 'scaffolds',
    });
    await insertEvaluation('2026-03-12T10:00:00', { patientId: elsewhere });
    const countedVisits = async (query = '') => {
      const { today, this_week: week } = (await fetchDashboardSummary(NOW, query)).periods;
      return [today, week].map((period) => [period.new_patients, period.returning_patients]);
    };
    expect(await countedVisits()).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(await countedVisits(`employer_company_id=${server.clinic.companies.builder}`)).toEqual(
      await countedVisits(),
    );
  });

  it('P7.36 the dashboard can be filtered by employer and by contractor', async () => {
    const { builder, scaffolds } = server.clinic.companies;
    await insertEvaluation('2026-03-12T08:00:00');
    await insertEvaluation('2026-03-12T08:00:00', { contractor: 'scaffolds' });
    await insertEvaluation('2026-03-12T08:00:00', { employer: 'scaffolds' });
    const today = async (query: string) => (await fetchPeriodTotals(NOW, query)).today[0];
    expect([
      await today(''),
      await today(`employer_company_id=${builder}`),
      await today(`contractor_company_id=${scaffolds}`),
      await today(`employer_company_id=${scaffolds}&contractor_company_id=${scaffolds}`),
    ]).toEqual([3, 2, 1, 0]);
    expect(fieldProblemsOf(await fetchDashboard(NOW, 'employer_company_id=x'))).toEqual({
      employer_company_id: 'El identificador no es válido.',
    });
  });
});

describe('scope of the dashboard', () => {
  const NOW = '2026-03-12T12:00:00';

  it('P7.36 the dashboard shows the session’s branch, or all branches to an administrator of users without an active branch, and rejects other callers', async () => {
    await insertEvaluation('2026-03-12T08:00:00');
    for (const _ of [1, 2]) await insertEvaluation('2026-03-12T08:00:00', { branch: 'medellin' });
    expect([
      (await fetchPeriodTotals(NOW)).today,
      (await fetchPeriodTotals(NOW, '', 'global')).today,
    ]).toEqual([
      [1, 0],
      [3, 0],
    ]);
    const chooser = await server.signIn('global');
    await chooser.send('PUT', '/me/branch/active', {
      json: { branch_id: server.clinic.branches.medellin },
    });
    server.clock.now = parseBogotaTime(NOW);
    const chosen = responseOf(DashboardSummary, await chooser.get('/dashboard/summary'));
    server.clock.now = null;
    expect(chosen.periods.today.total).toBe(2);
    expect(errorCodeOf(await (await server.as('branchless')).get('/dashboard/summary'))).toBe(
      'branch_not_resolved',
    );
    expect(errorCodeOf(await (await server.as('desk')).get('/dashboard/summary'))).toBe('forbidden');
  });
});
