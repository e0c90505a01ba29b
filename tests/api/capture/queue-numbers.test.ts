import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeviceReportResponse } from '#contract/records/people/devices.ts';
import { MAX_DAILY_LETTERS_PER_DEVICE } from '#server/devices/commands/queue-letters.ts';
import type { TestUserName } from '../support/clinic.ts';
import { type Server, type Reply, responseOf, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('turns');
});
afterAll(() => server.stop());
beforeEach(() => void (server.clock.now = null));

const EMPTY_DEVICE_REPORT = {
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: null,
  storage_quota: null,
  storage_persisted: null,
};

interface TabletIds {
  readonly deviceId: string;
  readonly counter?: string;
}
const newTabletIds = () => ({ deviceId: randomUUID(), counter: randomUUID() });

async function reportTablet({ deviceId, counter }: TabletIds, person: TestUserName = 'desk'): Promise<Reply> {
  const caller = await server.as(person);
  return caller.send('PUT', `/devices/${deviceId}`, {
    json: { ...EMPTY_DEVICE_REPORT, ...(counter !== undefined && { turn_counter: counter }) },
  });
}
const reportAndReadQueueNumbers = async (tablet: TabletIds, person?: TestUserName) =>
  responseOf(DeviceReportResponse, await reportTablet(tablet, person)).turns;
const reportAndReadQueueLetters = async (tablet: TabletIds, person?: TestUserName) =>
  (await reportAndReadQueueNumbers(tablet, person))?.letters;
const query = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);
const setClockDaysAhead = (days: number) =>
  (server.clock.now = new Date(Date.now() + days * 24 * 60 * 60_000));

describe('S28 P10.48 letters of queue numbers', () => {
  it('the letters of queue numbers belong to one device at one branch, and stay the same for days', async () => {
    const tablet = newTabletIds();
    const { bogota } = server.clinic.branches;
    const given = await reportAndReadQueueNumbers(tablet);
    expect(given).toMatchObject({ branch_id: bogota, letters: expect.stringMatching(/^[A-Z]$/) as string });
    expect(await reportAndReadQueueNumbers({ ...tablet, deviceId: tablet.deviceId.toUpperCase() })).toEqual(
      given,
    );
    setClockDaysAhead(3);
    expect(await reportAndReadQueueLetters(tablet)).toBe(given?.letters);
  });

  it('devices that request letters at the same time get different letters', async () => {
    const tablets = Array.from({ length: 8 }, newTabletIds);
    const twice = await Promise.all(
      [...tablets, ...tablets].map((tablet) => reportAndReadQueueLetters(tablet)),
    );
    expect(twice.slice(0, 8)).toEqual(twice.slice(8));
    expect(new Set(twice)).toEqual(new Set(twice.slice(0, 8)));
    expect(new Set(twice).size).toBe(8);
    expect(twice).not.toContain(undefined);
  });

  it('the letters of queue numbers begin with A at each branch', async () => {
    const tablet = newTabletIds();
    expect(await reportAndReadQueueLetters(tablet, 'deskMedellin')).toBe('A');
    const { rows } = await query('select distinct letters from turn_letters where letters = $1', ['A']);
    expect(rows).toHaveLength(1);
    expect(await reportAndReadQueueLetters(newTabletIds(), 'deskMedellin')).toBe('B');
  });

  it('a device that has lost its counter gets other letters, a limited number of times a day', async () => {
    const { deviceId } = newTabletIds();
    const newCounterHeaders = () => ({ deviceId, counter: randomUUID() });
    const given = [];
    for (let nth = 0; nth < MAX_DAILY_LETTERS_PER_DEVICE; nth += 1)
      given.push(await reportAndReadQueueLetters(newCounterHeaders()));
    expect(new Set(given).size).toBe(MAX_DAILY_LETTERS_PER_DEVICE);
    expect(given).not.toContain(undefined);
    expect(await reportAndReadQueueNumbers(newCounterHeaders())).toBeNull();
    setClockDaysAhead(2);
    expect(await reportAndReadQueueNumbers(newCounterHeaders())).not.toBeNull();
  });

  it('a device keeps its letters when its device id changes but its counter does not', async () => {
    const { counter, deviceId } = newTabletIds();
    const before = await reportAndReadQueueLetters({ counter, deviceId });
    expect(await reportAndReadQueueLetters({ counter, deviceId: randomUUID() })).toBe(before);
  });

  it.each(['doctor', 'branchless'] as const)(
    'the server gives no letters to the user %s, who registers no patients at a branch',
    async (person) => {
      expect(await reportAndReadQueueNumbers(newTabletIds(), person)).toBeNull();
    },
  );

  it('the server assigns no queue-number letters to an earlier app version, whose report contains no queue-number counter', async () => {
    const reply = await reportTablet({ deviceId: randomUUID() });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
  });

  it('the server returns the queue-number letters with today’s date in Bogotá, taken from the server’s clock', async () => {
    const tablet = newTabletIds();
    server.clock.now = new Date('2026-11-24T04:59:59Z');
    expect((await reportAndReadQueueNumbers(tablet))?.today).toBe('2026-11-23');
    server.clock.now = new Date('2026-11-24T05:00:00Z');
    expect((await reportAndReadQueueNumbers(tablet))?.today).toBe('2026-11-24');
  });

  it('the database rejects changes and deletions of assigned letters, so that no device gets them again', async () => {
    await reportAndReadQueueNumbers(newTabletIds());
    for (const change of [
      'update turn_letters set device_id = device_id',
      'delete from turn_letters',
      'truncate turn_letters',
    ])
      await expect(query(change)).rejects.toThrow(/turn_letters/);
  });

  it('when all letters are used, the server gives none and still accepts the report of a device', async () => {
    const tablet = newTabletIds();
    await reportTablet(tablet, 'nobody');
    const { medellin } = server.clinic.branches;
    // All 26³ combinations of three letters, so that the branch has none left.
    await query(
      `insert into turn_letters select $1, a || b || c, gen_random_uuid(), $2, now() from
         (select chr(65 + n) a from generate_series(0, 25) n) x,
         (select chr(65 + n) b from generate_series(0, 25) n) y,
         (select chr(65 + n) c from generate_series(0, 25) n) z`,
      [medellin, tablet.deviceId],
    );
    expect(await reportAndReadQueueNumbers(newTabletIds(), 'deskMedellin')).toBeNull();
  });
});
