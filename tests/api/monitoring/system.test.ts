import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemState } from '#contract/records/system.ts';
import { VERSION } from '#server/platform/base/version.ts';
import { removeReplicaPresence, recordReplicaAndDeleteStale } from '#server/monitoring/facts/replicas.ts';
import { migrations } from '#server/platform/database/start/migrate.ts';
import { readSystemState } from '#server/monitoring/state.ts';
import { startMonitoring } from '#server/monitoring/monitor.ts';
import { type Server, responseOf, rejectionOf, startServer } from '../support/server.ts';
import { addBackup, addTablet, monitoredSystemOf } from './monitored-clinic.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('system');
});
afterAll(() => server.stop());

const requestSystemState = async () =>
  responseOf(SystemState, await (await server.as('admin')).get('/admin/system'));

it('P10.85 the system state warns about missing backups, and has the versions of app and database and the size of the database', async () => {
  const state = await requestSystemState();
  expect(state.copies).toMatchObject({
    level: 'warn',
    finished_at: null,
    verified_at: null,
    held_until: null,
  });
  expect([state.version, state.migration]).toEqual([VERSION, migrations.length]);
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+/);
  expect(state.database.version).toMatch(/^\d+/);
  expect(state.database.bytes).toBeGreaterThan(1_000_000);
  expect(state.mails).toMatchObject({ level: 'ok', is_configured: false, waiting: 0 });
  expect(state.alerts).toEqual({ recipients: 0, on: [] });
});

it('P10.85 the system page rates a recent verified backup as ok and an old one as bad, and ignores backups that were not verified', async () => {
  const { pool } = server.database;
  await addBackup(pool, 10);
  await addBackup(pool, 1, false);
  const fresh = await requestSystemState();
  expect(fresh.copies.level).toBe('ok');
  expect(Date.parse(fresh.copies.finished_at ?? '')).toBeGreaterThan(
    Date.parse(fresh.copies.held_until ?? ''),
  );
  await pool.query(`update copies set held_until = held_until - interval '3 days'`);
  expect((await requestSystemState()).copies.level).toBe('bad');
  await pool.query('delete from copies');
});

it('P10.85 the system page names the devices that have unsent entries and no recent report; the device with the oldest report is first', async () => {
  const { pool } = server.database;
  await addTablet(server, 3, 4, 'Recepción 2');
  await addTablet(server, 70, 2, 'Recepción 1');
  await addTablet(server, 0.2, 5, 'Recepción 3');
  await addTablet(server, 90, 0, 'Recepción 4');
  const { devices } = await requestSystemState();
  expect(devices).toMatchObject({ level: 'bad', unsent: 11, quiet: 2, quiet_unsent: 6 });
  expect(devices.quietest.map(({ name, branch_name: branch }) => [name, branch])).toEqual([
    ['Recepción 1', 'Bogotá'],
    ['Recepción 2', 'Bogotá'],
  ]);
  await pool.query('delete from devices');
});

it('P10.85 the system page lists running servers by their heartbeat, without servers that have stopped', async () => {
  const { pool } = server.database;
  const [one, two] = [monitoredSystemOf(pool), monitoredSystemOf(pool)];
  await recordReplicaAndDeleteStale(one.db, one.program, Date.now);
  await recordReplicaAndDeleteStale(
    two.db,
    { ...two.program, host: 'servidor-2', version: '1.0.1' },
    () => Date.now() + 45_000,
  );
  const both = await requestSystemState();
  expect(both.providers.map(({ host, version }) => `${host} ${version}`).sort()).toEqual([
    'servidor-1 1.0.0',
    'servidor-2 1.0.1',
  ]);
  expect(both.clock.level).toBe('bad');
  expect(both.clock.off_ms).toBeGreaterThan(40_000);
  expect(both.disk?.total_bytes).toBeGreaterThan(0);
  await removeReplicaPresence(two.db, two.program);
  await pool.query(`update providers set seen_at = now() - interval '2 minutes'`);
  expect(await requestSystemState()).toMatchObject({ providers: [], clock: { level: 'ok', off_ms: 0 } });
  await pool.query('delete from providers');
});

it('P10.85 a server writes its heartbeat from its start to its stop', async () => {
  const watched = monitoredSystemOf(server.database.pool);
  const stop = startMonitoring({ ...watched, post: null, log: server.app.log });
  await expect.poll(async () => (await requestSystemState()).providers).toHaveLength(1);
  await stop();
  expect((await requestSystemState()).providers).toEqual([]);
});

it('P10.209 the system page reports a file-store fault that another server has detected, and the code and next step of an archive fault', async () => {
  const { pool } = server.database;
  expect(await requestSystemState()).toMatchObject({
    files: { level: 'ok', place: 'disk', fault: null },
    archive: null,
  });
  await pool.query(
    `insert into alerts (kind, began_at, seen_at, due_at) values ('files', now(), now(), now()), ('of_tomorrow', now(), now(), now())`,
  );
  const reported = await requestSystemState();
  expect(reported.files).toEqual({ level: 'warn', place: 'disk', fault: null });
  expect(reported.alerts.on.map(({ kind }) => kind)).toEqual(['files', 'of_tomorrow']);
  await pool.query('delete from alerts');
  const since = new Date(Date.now() - 10 * 60_000);
  const fault = { code: 'ENOSPC', since };
  const places = { files: { kind: 'bucket', fault: null }, archive: { fault } } as const;
  const state = await readSystemState(
    monitoredSystemOf(pool, { places: { state: () => places, look: async () => undefined } }),
    new Date(),
  );
  expect(state.archive).toEqual({ level: 'bad', fault: { code: 'ENOSPC', since: since.toISOString() } });
  Object.assign(fault, { code: 'altered', sentence: 'Muévelo a otro lugar.' });
  const again = await readSystemState(
    monitoredSystemOf(pool, { places: { state: () => places, look: async () => undefined } }),
    new Date(),
  );
  expect(again.archive?.fault).toMatchObject({ code: 'altered', sentence: 'Muévelo a otro lugar.' });
});

it('P10.85 only administrators of users can read the system state, and reading it adds no log entry', async () => {
  const receptionist = await server.as('desk');
  await requestSystemState();
  const before = await server.database.pool.query('select count(*) from activity');
  expect(rejectionOf(await receptionist.get('/admin/system'))).toEqual([403, 'forbidden']);
  await requestSystemState();
  const after = await server.database.pool.query('select count(*) from activity');
  expect(after.rows).toEqual(before.rows);
});
