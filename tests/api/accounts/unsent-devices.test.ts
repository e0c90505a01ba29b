import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnsentDevices } from '#contract/records/people/devices.ts';
import type { TestUserName } from '../support/clinic.ts';
import { createEvaluation } from '../support/capture.ts';
import { type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('unsent-devices');
});
afterAll(() => server.stop());

async function report(unsent: number, person: TestUserName = 'desk'): Promise<string> {
  const id = randomUUID();
  const storage = { storage_used: null, storage_quota: null, storage_persisted: null };
  const json = { unsent, attention: 0, oldest_captured_at: null, ...storage };
  await (await server.as(person)).send('PUT', `/devices/${id}`, { json });
  return id;
}

it('P11.76 lists the devices of the active branch that reported unsent entries, those silent longest first, without users', async () => {
  const [recent, silent, empty, retired] = [
    await report(2),
    await report(3),
    await report(0),
    await report(4),
  ];
  const elsewhere = await report(5, 'deskMedellin');
  await server.database.pool.query(
    `update devices set last_seen_at = last_seen_at - interval '2 hours' where id = $1`,
    [silent],
  );
  await server.database.pool.query('update devices set is_retired = true where id = $1', [retired]);
  const read = async (person: TestUserName) =>
    responseOf(UnsentDevices, await (await server.as(person)).get('/devices')).items;
  const items = await read('desk');
  expect(items.map(({ id, unsent }) => [id, unsent])).toEqual([
    [silent, 3],
    [recent, 2],
  ]);
  expect(items.map(({ id }) => id)).not.toContain(empty);
  expect(Object.keys(items[0] ?? {}).sort()).toEqual(['id', 'last_seen_at', 'name', 'unsent']);
  expect((await read('deskMedellin')).map(({ id }) => id)).toEqual([elsewhere]);
});

it('P11.76 names for a day the devices that reported nothing unsent before, but not since its work', async () => {
  const day = '2026-12-01';
  const at = (time: string) => new Date(`2026-12-${time}:00-05:00`);
  const seen = async (time: string, unsent = 0) => {
    const id = await report(unsent);
    await server.database.pool.query('update devices set last_seen_at = $2 where id = $1', [id, at(time)]);
    return id;
  };
  const register = async (time: string) => {
    const id = await createEvaluation(server, await server.as('desk'));
    await server.database.pool.query('update evaluations set started_at = $2 where id = $1', [id, at(time)]);
  };
  await server.database.pool.query('update devices set is_retired = true');
  const prepared = await seen('01T05:00');
  const sent = await seen('01T17:50');
  const unsent = await seen('01T17:51', 2);
  const silentNames = async (now: string) => {
    server.clock.now = at(now);
    const reply = await (await server.as('desk')).get(`/devices?day=${day}`);
    const { items, silent } = responseOf(UnsentDevices, reply);
    expect(items.map(({ id }) => id)).toEqual([unsent]);
    return silent?.map(({ id }) => id);
  };
  // No registration is known yet, and one device has reported lately.
  expect(await silentNames('01T17:55')).toEqual([prepared]);
  await register('01T17:52');
  expect(await silentNames('01T17:55')).toEqual([prepared, sent]);
  await server.database.pool.query('update devices set last_seen_at = $2 where id = $1', [
    sent,
    at('01T17:53'),
  ]);
  expect(await silentNames('01T17:55')).toEqual([prepared]);
  expect(await silentNames('01T18:30')).toEqual([prepared, sent]);
  await server.database.pool.query('update devices set last_seen_at = $2 where id = $1', [
    sent,
    at('02T00:01'),
  ]);
  expect(await silentNames('02T09:00')).toEqual([prepared]);
  await server.database.pool.query('update devices set is_retired = true where id = $1', [prepared]);
  expect(await silentNames('02T09:00')).toEqual([]);
  const lastDay = await (await server.as('desk')).get('/devices?day=9999-12-31');
  expect(responseOf(UnsentDevices, lastDay).items).toHaveLength(1);
});
