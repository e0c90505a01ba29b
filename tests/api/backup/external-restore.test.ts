// @module-tag landing
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedBackup } from '#server/platform/backup/backup.ts';
import { partLocation } from '#server/platform/backup/folder.ts';
import { writePart } from '#server/platform/backup/encryption/part.ts';
import { createEmptyDatabase } from '#tests/support/server/embedded-database.ts';
import { BackedUpClinic, queryRows } from './backup-clinic.ts';

const clinic = new BackedUpClinic();
let createdBackup: CreatedBackup;
let restoreTarget: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  await clinic.open();
  await clinic.register();
  createdBackup = await clinic.backup({ logical: true });
});
afterAll(() => clinic.close());
beforeEach(async () => {
  restoreTarget = await createEmptyDatabase();
});
afterEach(() => restoreTarget.drop());

const restoreTargetSettings = (options = '') => {
  const { host, port, user, database } = restoreTarget.connection;
  const place = `host=${encodeURIComponent(host)}&port=${port}&options=${encodeURIComponent(options)}`;
  return { kind: 'external', url: `postgresql://${user}@/${database}?${place}` } as const;
};
const TABLES_QUERY = `select tablename from pg_tables where schemaname = 'public'`;
const HOLDS_UNTIL_QUERY = 'select holds_until from database_life';

async function overwriteManifest(change: Partial<CreatedBackup['manifest']>): Promise<void> {
  const text = JSON.stringify({ ...createdBackup.manifest, ...change });
  await writePart(
    clinic.plan().key,
    partLocation(createdBackup.copy, 'manifest'),
    Readable.from([Buffer.from(text)]),
  );
}

describe('P10.69 restore into the empty database of DATABASE_URL', () => {
  it('when the restored data differ from the backup, the restore leaves the database empty, and the next restore succeeds', async () => {
    const { facts, heldUntil } = createdBackup.manifest;
    await overwriteManifest({ facts: { ...facts, counts: { ...facts.counts, patients: 2 } } });
    const dataDir = clinic.newFolder();
    await expect(clinic.restore({ database: restoreTargetSettings(), dataDir })).rejects.toThrow(
      'La base de datos restaurada no es la que se copió (patients: 1 filas, y había 2)',
    );
    expect(await queryRows(restoreTarget.connection, TABLES_QUERY)).toEqual([]);
    expect(fs.readdirSync(dataDir)).toEqual([]);
    await overwriteManifest({});
    const warnings: string[] = [];
    await clinic.restore({
      database: restoreTargetSettings(),
      dataDir,
      warn: (sentence) => warnings.push(sentence),
    });
    expect(await queryRows(restoreTarget.connection, HOLDS_UNTIL_QUERY)).toEqual([
      { holds_until: new Date(heldUntil) },
    ]);
    expect(warnings).toEqual([]);
  });

  it('a restore completes with a warning when PostgreSQL cannot analyze the restored tables', async () => {
    const busy = new Client(restoreTarget.connection);
    await busy.connect();
    await busy.query('begin');
    // This lock blocks ANALYZE and no other statement of a restore.
    await busy.query('lock table pg_description in share update exclusive mode');
    const warnings: string[] = [];
    const { dataDir } = await clinic.restore({
      // PostgreSQL needs a second to stop an autovacuum that holds a lock on a restored table.
      database: restoreTargetSettings('-c lock_timeout=3000'),
      warn: (sentence) => warnings.push(sentence),
    });
    await busy.end();
    expect(warnings).toEqual([
      'La base de datos está completa, pero PostgreSQL no pudo medir sus tablas (55P03): puede ir lenta unos minutos, hasta que las mida solo.',
    ]);
    expect(
      await queryRows(restoreTarget.connection, 'select count(*)::integer as n from evaluations'),
    ).toEqual([{ n: 1 }]);
    expect(fs.readdirSync(dataDir)).toEqual(['files']);
  });
});

const RESTORED_ROWS_QUERY = `
select (select array_agg(id order by id) from evaluations) as evaluations,
  (select array_agg(hash order by sequence) from activity) as lines,
  (select array_agg(storage_path order by storage_path) from media) as media`;

it('P10.214 a restore into the database of DATABASE_URL is rejected and writes nothing while another restore into it is running', async () => {
  const another = new Client(restoreTarget.connection);
  await another.connect();
  await another.query('begin');
  // Holds LOCK_KEYS.restore of server/platform/database/connection/lock-keys.ts, as a running restore does.
  await another.query('select pg_advisory_xact_lock(727010)');
  const dataDir = clinic.newFolder();
  await expect(clinic.restore({ database: restoreTargetSettings(), dataDir })).rejects.toThrow(
    'Ya hay otra restauración en esta base de datos: espérala.',
  );
  expect(fs.existsSync(dataDir) ? fs.readdirSync(dataDir) : []).toEqual([]);
  expect(await queryRows(restoreTarget.connection, TABLES_QUERY)).toEqual([]);
  await another.query('rollback');
  await another.end();
});

it('P10.214 when two restores into one database start at the same time, one completes and the other is rejected', async () => {
  const both = await Promise.allSettled([
    clinic.restore({ database: restoreTargetSettings() }),
    clinic.restore({ database: restoreTargetSettings() }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(String(refused.reason)).toMatch(/Ya hay otra restauración|La base de datos no está vacía/);
  expect(await queryRows(restoreTarget.connection, RESTORED_ROWS_QUERY)).toEqual(
    await queryRows(clinic.connection, RESTORED_ROWS_QUERY),
  );
});
