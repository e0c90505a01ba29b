import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import { addCalendarDays } from '#domain/time/shift.ts';
import { readPreparedBrigade, savePreparedBrigade, type PreparedBrigade } from '#storage/device/brigade.ts';
import {
  anaAccount,
  BRANCH_ID,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { EXPECTED_LIST } from '#tests/support/device/expected.ts';
import { Unreachable } from '../requests/api-request.ts';
import { maintainBrigade, prepareForBrigade, refreshBrigadeData } from './preparation.ts';

const mocks = vi.hoisted(() => ({
  refreshExpectedDay: vi.fn<(day: string) => Promise<string>>(),
  refreshRequiredCatalogs: vi.fn<() => Promise<object>>(),
  fetchText: vi.fn<() => Promise<object>>(),
  report: vi.fn<(reason: string) => Promise<void>>(),
}));
vi.mock('../expected/day.ts', () => ({ refreshExpectedDay: mocks.refreshExpectedDay }));
vi.mock('../administration/clinic/branding.ts', () => ({ refreshBranding: () => Promise.resolve() }));
vi.mock('../catalogs/additional-fields.ts', () => ({ refreshAdditionalFields: () => Promise.resolve() }));
vi.mock('../catalogs/catalog-cache.ts', () => ({ refreshRequiredCatalogs: mocks.refreshRequiredCatalogs }));
vi.mock('../reads/call-options.ts', () => ({ fetchCallOptions: mocks.fetchText }));
vi.mock('../reads/decision-options.ts', () => ({ fetchDecisionOptions: mocks.fetchText }));
vi.mock('../reads/evaluation-templates.ts', () => ({ fetchEvaluationTemplates: mocks.fetchText }));
vi.mock('../reads/exam-packages.ts', () => ({ fetchExamPackages: mocks.fetchText }));
vi.mock('../reporting/device-report.ts', () => ({ reportDeviceIfDue: mocks.report }));

const TODAY = bogotaDay(Date.now());
const BRIGADE: PreparedBrigade = {
  branchId: BRANCH_ID,
  listId: EXPECTED_LIST.id,
  place: 'Mina Norte',
  day: TODAY,
};
const account = { ...anaAccount, branchId: BRANCH_ID };

beforeEach(async () => {
  vi.clearAllMocks();
  mocks.refreshExpectedDay.mockResolvedValue('refreshed');
  mocks.refreshRequiredCatalogs.mockResolvedValue({ companies: 'replaced', exams: 'unchanged' });
  await wipeDevice();
  await signInOnDevice();
});

describe('prepareForBrigade', () => {
  const list = {
    ...EXPECTED_LIST,
    brigade: 'Mina Norte',
    day: addCalendarDays(TODAY, 1),
    created_at: '2026-11-30T20:00:00Z',
    created_by: 'Ana',
    counts: { expected: 2, arrived: 0, registered: 0, no_show: 0, cancelled: 0 },
    repeated: 0,
  };

  it('P11.72 stores the brigade of the next day, and fetches its people and the data of the device', async () => {
    expect(await prepareForBrigade(account, list)).toEqual({ type: 'fetched' });
    expect(mocks.refreshExpectedDay).toHaveBeenCalledWith(list.day);
    expect(mocks.report).toHaveBeenCalledWith('letters');
    expect(mocks.fetchText).toHaveBeenCalledOnce();
    expect(await readPreparedBrigade()).toMatchObject({ place: 'Mina Norte', day: list.day });
  });

  it.each(['broken_off', 'not_due'])(
    'P11.72 an earlier brigade stays until the new people were fetched (%s)',
    async (outcome) => {
      await savePreparedBrigade(BRIGADE);
      mocks.refreshExpectedDay.mockResolvedValue(outcome);
      expect(await prepareForBrigade(account, list)).toEqual({ type: 'not_fetched', error: null });
      expect(await readPreparedBrigade()).toEqual(BRIGADE);
    },
  );

  it('P11.72 also fetches the options and templates of doctors', async () => {
    await prepareForBrigade({ ...account, actions: ['register_patients', 'manage_evaluations'] }, list);
    expect(mocks.fetchText).toHaveBeenCalledTimes(4);
  });
});

describe('refreshBrigadeData', () => {
  it.each([
    ['people', () => mocks.refreshExpectedDay.mockResolvedValue('broken_off'), null],
    ['catalogues', () => mocks.refreshRequiredCatalogs.mockResolvedValue({ exams: 'unreachable' }), null],
    [
      'texts',
      () => mocks.fetchText.mockRejectedValueOnce(new Unreachable('no_answer')),
      expect.any(Unreachable) as unknown,
    ],
  ])('P11.73 does not count as complete without the %s', async (_what, fail, error) => {
    await savePreparedBrigade(BRIGADE);
    fail();
    const doctor = { ...account, actions: [...account.actions, 'manage_evaluations' as const] };
    expect(await refreshBrigadeData(doctor)).toEqual({ type: 'not_fetched', error });
  });
});

describe('maintainBrigade', () => {
  it('P11.74 fetches the people for each user who signs in', async () => {
    await savePreparedBrigade(BRIGADE);
    await maintainBrigade();
    expect(mocks.refreshExpectedDay).toHaveBeenCalledWith(TODAY);
  });

  it('P11.74 fetches nothing at another branch', async () => {
    await savePreparedBrigade({ ...BRIGADE, branchId: 'other' });
    await maintainBrigade();
    expect(mocks.refreshExpectedDay).not.toHaveBeenCalled();
    expect(await readPreparedBrigade()).not.toBeNull();
  });

  it('P11.74 ends the brigade after its day, unless entries wait', async () => {
    await savePreparedBrigade({ ...BRIGADE, day: addCalendarDays(TODAY, -1) });
    await confirmNewEntry('9999000017');
    await maintainBrigade();
    expect(await readPreparedBrigade()).not.toBeNull();
    await wipeDevice();
    await savePreparedBrigade({ ...BRIGADE, day: addCalendarDays(TODAY, -1) });
    await maintainBrigade();
    expect(await readPreparedBrigade()).toBeNull();
    expect(mocks.refreshExpectedDay).not.toHaveBeenCalled();
  });
});
