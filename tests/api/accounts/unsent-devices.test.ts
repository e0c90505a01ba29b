import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnsentDevices } from '#contract/records/people/devices.ts';
import type { TestUserName } from '../support/clinic.ts';
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
