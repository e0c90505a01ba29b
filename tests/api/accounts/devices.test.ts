import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Device, DeviceList, type DeviceReport } from '#contract/records/people/devices.ts';
import { HEADER } from '#contract/headers.ts';
import { shortId } from '#domain/text/short-id.ts';
import { MAX_NEW_DEVICES_PER_USER_DAY } from '#server/devices/commands/report-device.ts';
import { type KeyedDevice, makeKeyedDevice } from '#tests/support/device/device-key.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import type { TestUserName } from '../support/clinic.ts';
import {
  type Caller,
  type Server,
  responseOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const CHROME_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('devices');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const deviceReportBody = (fields: Partial<DeviceReport> = {}): DeviceReport => ({
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: null,
  storage_quota: null,
  storage_persisted: null,
  ...fields,
});

async function putDeviceReport(
  id: string,
  fields: Partial<DeviceReport> = {},
  person: TestUserName = 'desk',
) {
  const caller = await server.as(person);
  return caller.send('PUT', `/devices/${id}`, {
    json: deviceReportBody(fields),
    headers: { 'user-agent': CHROME_USER_AGENT },
  });
}
async function sendReportInPast(ms: number, id: string, fields: Partial<DeviceReport>): Promise<void> {
  await putDeviceReport(id, fields);
  await server.database.pool.query(
    `update devices set last_seen_at = last_seen_at - make_interval(secs => $2) where id = $1`,
    [id, ms / 1_000],
  );
}

const fetchDeviceList = async (query = ''): Promise<DeviceList> =>
  responseOf(DeviceList, await admin.get(`/admin/devices${query}`));
const findListedDevice = async (id: string): Promise<Device | undefined> =>
  (await fetchDeviceList('?page_size=100&include_inactive=true')).items.find((device) => device.id === id);
const patchDevice = (id: string, json: unknown, headers = {}) =>
  admin.send('PATCH', `/admin/devices/${id}`, { json, headers });

describe('S24 L1 device report signed with the device key', () => {
  const REPORTED = { unsent: 12, attention: 0 };
  const send = async (
    id: string,
    unsent: number,
    device: KeyedDevice | null,
    person: TestUserName = 'desk',
  ) => {
    const path = `/devices/${id}`;
    const proof = device && (await device.prove('PUT', path))[HEADER.proof];
    const headers = { ...(proof && { [HEADER.deviceProof]: proof }) };
    return (await server.as(person)).send('PUT', path, { json: deviceReportBody({ unsent }), headers });
  };
  const refused = [403, 'device_of_another'];

  it('after a device’s first report, the server rejects reports without its key, so that no other device reports zero unsent entries for it', async () => {
    const [id, device, other] = [randomUUID(), await makeKeyedDevice(), await makeKeyedDevice()];
    expect((await send(id, 12, device)).statusCode).toBe(204);
    for (const [person, forger] of [
      ['deskMedellin', null],
      ['deskMedellin', other],
      ['desk', null],
      ['desk', other],
    ] as const)
      expect(rejectionOf(await send(id, 0, forger, person))).toEqual(refused);
    expect(await findListedDevice(id)).toMatchObject(REPORTED);
    expect((await send(id, 0, device, 'deskMedellin')).statusCode).toBe(204);
    expect(await findListedDevice(id)).toMatchObject({ unsent: 0 });
  });

  it('the signature of a device report is valid once, and not for the report of another device', async () => {
    const [id, device] = [randomUUID(), await makeKeyedDevice()];
    await send(id, 12, device);
    const foreign = await device.prove('PUT', `/devices/${randomUUID()}`);
    const receptionist = await server.as('desk');
    const withProof = (proof: string) =>
      receptionist.send('PUT', `/devices/${id}`, {
        json: deviceReportBody(),
        headers: { [HEADER.deviceProof]: proof },
      });
    expect(rejectionOf(await withProof(foreign[HEADER.proof]!))).toEqual(refused);
    const own = (await device.prove('PUT', `/devices/${id}`))[HEADER.proof]!;
    expect((await withProof(own)).statusCode).toBe(204);
    expect(rejectionOf(await withProof(own))).toEqual([425, 'proof_stale']);
  });

  it('the server accepts unsigned reports of an earlier app version until the device has a key', async () => {
    const [id, device] = [randomUUID(), await makeKeyedDevice()];
    expect((await send(id, 3, null)).statusCode).toBe(204);
    expect((await send(id, 2, null)).statusCode).toBe(204);
    expect((await send(id, 1, device)).statusCode).toBe(204);
    expect(rejectionOf(await send(id, 0, null))).toEqual(refused);
  });

  it('when two browsers send the first report of one device at the same time, the device is bound to one of their keys', async () => {
    const [id, one, other] = [randomUUID(), await makeKeyedDevice(), await makeKeyedDevice()];
    const replies = await Promise.all([
      send(id, 1, one),
      send(id, 1, one),
      send(id, 2, other),
      send(id, 2, other),
    ]);
    expect(statusesOf(replies)).toEqual([204, 204, 403, 403]);
  });
});

describe('S24 report of the unsent entries on a device', () => {
  it('a device report stores its user, branch and browser', async () => {
    const id = randomUUID();
    const oldest = new Date(Date.now() - HOUR_MS).toISOString();
    const fields = {
      unsent: 3,
      attention: 1,
      oldest_captured_at: oldest,
      storage_used: 5,
      storage_quota: 9_007_199_254_740_991,
    };
    const reply = await putDeviceReport(id, { ...fields, storage_persisted: true });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect(await findListedDevice(id)).toMatchObject({
      ...fields,
      name: null,
      standing: 'pending',
      storage_persisted: true,
      browser: 'Chrome en Android',
      last_user_name: 'Persona desk',
      branch_name: 'Bogotá',
      revision: 1,
    });
  });

  it('a device report replaces the previous one, even from another user', async () => {
    const id = randomUUID();
    await putDeviceReport(id, { unsent: 3 });
    const first = await findListedDevice(id);
    await putDeviceReport(id.toUpperCase(), { unsent: 1 }, 'deskMedellin');
    expect(await findListedDevice(id)).toMatchObject({
      unsent: 1,
      last_user_name: 'Persona deskMedellin',
      branch_name: 'Medellín',
      first_seen_at: first?.first_seen_at,
      revision: 1,
    });
  });

  it.each(['nobody', 'branchless'] as const)(
    'the server accepts a device report from the user %s, because a report requires only a session',
    async (person) => {
      expect((await putDeviceReport(randomUUID(), {}, person)).statusCode).toBe(204);
    },
  );

  it('the server accepts a device report with a capture time of another century', async () => {
    const id = randomUUID();
    for (const oldest_captured_at of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect((await putDeviceReport(id, { unsent: 1, oldest_captured_at })).statusCode).toBe(204);
    expect(Date.parse((await findListedDevice(id))?.oldest_captured_at ?? '')).toBeLessThanOrEqual(
      Date.now(),
    );
  });

  it('a device report adds no entry to the activity log', async () => {
    expect(await collectNewLogEntries(server, () => putDeviceReport(randomUUID()))).toEqual([]);
  });

  it('several first reports that arrive at the same time create one device', async () => {
    const id = randomUUID();
    const replies = await Promise.all([putDeviceReport(id), putDeviceReport(id), putDeviceReport(id)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect((await fetchDeviceList(`?page_size=100`)).items.filter((device) => device.id === id)).toHaveLength(
      1,
    );
  });

  it('the server limits the new devices of a user per day, and still accepts reports of known devices', async () => {
    const known = randomUUID();
    expect((await putDeviceReport(known, {}, 'doctor')).statusCode).toBe(204);
    for (let count = 1; count < MAX_NEW_DEVICES_PER_USER_DAY; count += 1)
      expect((await putDeviceReport(randomUUID(), {}, 'doctor')).statusCode).toBe(204);
    const refused = await putDeviceReport(randomUUID(), {}, 'doctor');
    expect(rejectionOf(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await putDeviceReport(known, { unsent: 1 }, 'doctor')).statusCode).toBe(204);
    await server.database.pool.query(`update devices set first_seen_at = first_seen_at - interval '1 day'`);
    expect((await putDeviceReport(randomUUID(), {}, 'doctor')).statusCode).toBe(204);
  });
});

describe('S24 status of a device', () => {
  it.each<[string, number, Partial<DeviceReport>]>([
    ['quiet', HOUR_MS, { unsent: 1 }],
    ['pending', HOUR_MS - 60_000, { unsent: 1 }],
    ['clear', 30 * DAY_MS - 60_000, {}],
    ['idle', 30 * DAY_MS, {}],
  ])('the status of a device is %s', async (standing, ago, fields) => {
    const id = randomUUID();
    await sendReportInPast(ago, id, fields);
    expect(await findListedDevice(id)).toMatchObject({ standing });
    const { items } = await fetchDeviceList(`?standing=${standing}&page_size=100`);
    expect(items.map((device) => device.id)).toContain(id);
    expect(new Set(items.map((device) => device.standing))).toEqual(new Set([standing]));
  });

  it('the list shows devices without a recent report first, then the other devices by their latest report, newest first', async () => {
    const { items } = await fetchDeviceList('?page_size=100');
    const rank = items.map(({ standing, last_seen_at }) => [
      standing === 'quiet' ? 0 : 1,
      -Date.parse(last_seen_at),
    ]);
    expect(rank).toEqual([...rank].sort(([one = 0, a = 0], [other = 0, b = 0]) => one - other || a - b));
    expect(rank[0]?.[0]).toBe(0);
    expect(rank.at(-1)?.[0]).toBe(1);
  });

  it('the search finds a device by name, displayed code, user or branch, in any spelling', async () => {
    const id = randomUUID();
    await putDeviceReport(id, {}, 'deskMedellin');
    await patchDevice(id, { name: 'Recepción del sótano' });
    for (const q of ['recepcion SOTANO', shortId(id), 'deskmedellin', 'medellin'])
      expect(
        (await fetchDeviceList(`?page_size=100&q=${encodeURIComponent(q)}`)).items.map((device) => device.id),
      ).toContain(id);
    expect((await fetchDeviceList('?q=nadie%25')).total_count).toBe(0);
  });

  it('the server returns the devices in pages', async () => {
    const all = await fetchDeviceList('?page_size=100');
    const page = await fetchDeviceList('?page=2&page_size=2');
    expect(page.total_count).toBe(all.items.length);
    expect(page.items.map(({ id }) => id)).toEqual(all.items.slice(2, 4).map(({ id }) => id));
  });
});

describe('S24 administration of a device', () => {
  async function reportDevice(): Promise<string> {
    const id = randomUUID();
    await putDeviceReport(id);
    return id;
  }

  it('the server stores the name of a device, and logs the change without the name', async () => {
    const id = await reportDevice();
    const lines = await collectNewLogEntries(server, async () => {
      const reply = await patchDevice(id, { name: ' Tableta de Ana ' }, { 'if-match': '"r1"' });
      expect(responseOf(Device, reply)).toMatchObject({ name: 'Tableta de Ana', revision: 2 });
      expect(reply.headers['etag']).toBe('"r2"');
    });
    expect(lines).toEqual([['device_changed', 'done', { device_id: id, changed: ['name'] }]]);
  });

  it('a change of a device keeps fields that are not sent, and removes the name when an empty name is sent', async () => {
    const id = await reportDevice();
    await patchDevice(id, { name: 'Uno' });
    expect(responseOf(Device, await patchDevice(id, { is_retired: true }))).toMatchObject({ name: 'Uno' });
    expect(responseOf(Device, await patchDevice(id, { name: ' ' }))).toMatchObject({
      name: null,
      standing: 'retired',
    });
  });

  it('the list hides a retired device until its next report', async () => {
    const id = await reportDevice();
    await patchDevice(id, { is_retired: true });
    expect((await fetchDeviceList('?page_size=100')).items.map((device) => device.id)).not.toContain(id);
    expect((await fetchDeviceList('?standing=retired')).items.map((device) => device.id)).toContain(id);
    await putDeviceReport(id);
    expect(await findListedDevice(id)).toMatchObject({ standing: 'clear', revision: 3 });
  });

  it('the server rejects a change of a device that is based on an older revision; a report does not raise the revision', async () => {
    const id = await reportDevice();
    await putDeviceReport(id, { unsent: 2 });
    await patchDevice(id, { name: 'Uno' }, { 'if-match': '"r1"' });
    const late = await patchDevice(id, { name: 'Dos' }, { 'if-match': '"r1"' });
    expect(rejectionOf(late)).toEqual([412, 'precondition_failed']);
    expect((await patchDevice(id, { name: 'Uno' }, { 'if-match': '"r1"' })).statusCode).toBe(200);
  });

  it('the server responds 404 for a device that never reported', async () => {
    expect(rejectionOf(await patchDevice(randomUUID(), { name: 'x' }))).toEqual([404, 'not_found']);
  });
});
