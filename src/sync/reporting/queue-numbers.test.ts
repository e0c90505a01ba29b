import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { db } from '#storage/database/database.ts';
import { readQueueNumberCounter } from '#storage/device/queue-numbers.ts';
import { BRANCH_ID, confirmNewEntry, deliverNextItem } from '#tests/support/device/device.ts';
import {
  setUpReportingDevice,
  tearDownReportingDevice,
  acceptReports,
  advanceClock,
  receivedReports,
} from '#tests/support/device/servers/reporting.ts';
import { stubServer } from '#tests/support/device/servers/session-server.ts';
import {
  DEVICE_REPORT_INTERVAL_MS,
  MIN_DEVICE_REPORT_INTERVAL_MS,
  reportDeviceIfDue,
} from './device-report.ts';

beforeEach(setUpReportingDevice);
afterEach(tearDownReportingDevice);

describe('S28 P10.48 queue letters in the device report', () => {
  const ELSEWHERE = '44444444-4444-4444-8444-444444444444';
  let said: unknown;
  beforeEach(() => {
    said = { branch_id: BRANCH_ID, letters: 'B', today: '2026-11-23' };
    stubServer(async (path, request) => {
      await acceptReports(path, request);
      return Response.json({ turns: said });
    });
  });
  const storedLetters = async () => (await readQueueNumberCounter(BRANCH_ID))?.letters;

  it('every report requests queue letters under one counter id, and the device stores the letters', async () => {
    await reportDeviceIfDue();
    expect(await readQueueNumberCounter(BRANCH_ID)).toMatchObject({
      letters: 'B',
      last: 0,
      day: '2026-11-23',
      told: 0,
    });
    advanceClock(DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    const counters = receivedReports.map(({ body }) => body['turn_counter']);
    expect(counters).toEqual([(await readQueueNumberCounter(BRANCH_ID))?.counterId, counters[0]]);
  });

  it('the device reports at once when it has no queue letters for the branch', async () => {
    await reportDeviceIfDue();
    await db.accounts.update('current', { branchId: ELSEWHERE });
    said = { branch_id: ELSEWHERE, letters: 'F', today: '2026-11-23' };
    await reportDeviceIfDue();
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(2);
    expect((await readQueueNumberCounter(ELSEWHERE))?.letters).toBe('F');
    expect(await storedLetters()).toBe('B');
  });

  it('the device requests queue letters once more when a recent report returned none, and not after it has received them', async () => {
    const letters = said;
    said = null;
    await reportDeviceIfDue();
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
    said = letters;
    await reportDeviceIfDue('letters');
    expect(await storedLetters()).toBe('B');
    await reportDeviceIfDue('letters');
    expect(receivedReports).toHaveLength(2);
  });

  it('the device ignores queue letters of another branch', async () => {
    said = { branch_id: ELSEWHERE, letters: 'F', today: '2026-11-23' };
    await reportDeviceIfDue();
    expect(await storedLetters()).toBeNull();
  });

  it.each([
    null,
    undefined,
    { letters: 'B' },
    { branch_id: BRANCH_ID, letters: 'b1', today: '2026-11-23' },
    { branch_id: BRANCH_ID, letters: 'B', today: 'hoy' },
    '<b>',
  ])('the device ignores queue letters of the form %j and counts the report as received', async (odd) => {
    said = odd;
    await reportDeviceIfDue();
    await reportDeviceIfDue();
    expect(await storedLetters()).toBeNull();
    expect(receivedReports).toHaveLength(1);
  });

  it('queue numbers restart when the server’s day changes and all earlier numbers were reported', async () => {
    await reportDeviceIfDue();
    await confirmNewEntry('1');
    advanceClock(MIN_DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(await readQueueNumberCounter(BRANCH_ID)).toMatchObject({ last: 1, told: 1 });
    said = { branch_id: BRANCH_ID, letters: 'B', today: '2026-11-24' };
    advanceClock(DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(await readQueueNumberCounter(BRANCH_ID)).toMatchObject({ last: 0, day: '2026-11-24', told: 0 });
  });

  it('the device reports an unreported queue number even when no entry is unsent', async () => {
    await reportDeviceIfDue();
    await confirmNewEntry('1');
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(1);
    advanceClock(MIN_DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    advanceClock(MIN_DEVICE_REPORT_INTERVAL_MS);
    await reportDeviceIfDue();
    expect(receivedReports).toHaveLength(2);
  });
});
