import fs from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '#tests/support/provider/embedded-database.ts';
import { CopiedClinic, ask } from './copied-clinic.ts';

const clinic = new CopiedClinic();
let target: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  await clinic.open();
  await clinic.register();
  await clinic.backup({ logical: true });
  target = await createEmptyDatabase();
});
afterAll(async () => {
  await target.drop();
  await clinic.close();
});

const external = () => {
  const { host, port, user, database } = target.connection;
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  return { kind: 'external', url } as const;
};
const TABLES = `select tablename from pg_tables where schemaname = 'public'`;
const ROWS = `
select (select array_agg(id order by id) from evaluations) as evaluations,
  (select array_agg(hash order by sequence) from activity) as lines,
  (select array_agg(storage_path order by storage_path) from media) as media`;

it('P10.214 while one restores into the database of DATABASE_URL another is told to wait, and leaves nothing', async () => {
  const another = new Client(target.connection);
  await another.connect();
  await another.query('begin');
  // LOCK_KEYS.restore of server/database/connection/lock-keys.ts, as the one that is at work holds it.
  await another.query('select pg_advisory_xact_lock(727010)');
  const dataDir = clinic.place();
  await expect(clinic.restore({ database: external(), dataDir })).rejects.toThrow(
    'Ya hay otra restauración en esta base de datos: espérala.',
  );
  expect(fs.existsSync(dataDir) ? fs.readdirSync(dataDir) : []).toEqual([]);
  expect(await ask(target.connection, TABLES)).toEqual([]);
  await another.query('rollback');
  await another.end();
});

it('P10.214 of two at once into one database one is there, whole, and the other is refused', async () => {
  const both = await Promise.allSettled([
    clinic.restore({ database: external() }),
    clinic.restore({ database: external() }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(String(refused.reason)).toMatch(/Ya hay otra restauración|La base de datos no está vacía/);
  expect(await ask(target.connection, ROWS)).toEqual(await ask(clinic.connection, ROWS));
});
