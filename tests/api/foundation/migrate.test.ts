// @module-tag landing
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Migration,
  applyMissingMigrations,
  migrations,
  readMigrations,
} from '#server/platform/database/start/migrate.ts';
import { type TestDatabase, createEmptyDatabase } from '#tests/support/server/embedded-database.ts';
import { generateClinic } from '#tests/support/server/generate-evaluations.ts';

let database: TestDatabase;
afterEach(() => database.drop());

const firstMigration: Migration = {
  number: 1,
  name: '0001_first',
  sql: 'create table first (id integer primary key);',
};
const secondMigration: Migration = {
  number: 2,
  name: '0002_second',
  sql: 'create table second (id integer); insert into first values (1);',
};
const readAppliedMigrations = async () =>
  (
    await database.pool.query<{ name: string }>('select name from schema_migrations order by number')
  ).rows.map((row) => row.name);

/**
 * SHA-256 of the migrations of version 0.1. A database of that version rejects a migration file when a single character of it
 * changes, even in a comment.
 */
const MIGRATIONS_OF_0_1 = [
  ['0001_reception', 'bdfe6b4ebb7a1e3de06ed9cd6f8bcd27f16e8732bad81e858db3030d1cb101e0'],
  ['0002_clinical', '3c98db59d776c19dcbddba668fc45d5a84ef0033b25e48a4b2ff933f69b84a76'],
  ['0003_activity_anchor', '158645e54a5ebd4178d305f9c02d0382b151a30b79393012f80bc9fec10cbdde'],
  ['0004_administration', '5548f2ea89754379ad6e9bded558ff850410425806db9f5d1172895fa33ef379'],
  ['0005_consent_devices', '5b34b916fbdba3dd70b8a8171faf2eb43df6583a4878e184405297ff4bf27ffc'],
  ['0006_capture_id', '2431d8c0c8df9039988df33b788c18a47f726f708891df38e4c2a4dc0910d12d'],
  ['0007_device_keys', '18a5347740f532acfec4bddee5ebcf0d7ae0220626ec2c585a5a155912900e0f'],
  ['0008_reads_in_the_log', '0db4b799d4bfcfbdfd9920763d90ea53a7d68ee0abeddabcbdfd4236dd392ab2'],
  ['0009_readings_and_links', 'b397b79796609a3d45df18b3e47777d831f77993305f8d6fd86d82a3cb0addb8'],
];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('P10.216 the migrations of release 0.1 are unchanged, byte for byte', async () => {
  database = await createEmptyDatabase();
  const now = migrations.slice(0, MIGRATIONS_OF_0_1.length).map(({ name, sql }) => [name, sha256(sql)]);
  expect(now).toEqual(MIGRATIONS_OF_0_1);
});

test('P10.216 the server accepts a database made between releases 0.1 and 1.0, in which one migration differs in a comment', async () => {
  database = await createEmptyDatabase();
  await applyMissingMigrations(database.pool, migrations.slice(0, 10));
  await database.pool.query(
    `update schema_migrations set checksum = '707751f7df1aca3bec54d6aa25d8aba674553289207cd77da3a5a2c5b9d13529' where number = 8`,
  );
  await applyMissingMigrations(database.pool);
  expect(await readAppliedMigrations()).toHaveLength(migrations.length);
});

describe('P10.20 database migration', () => {
  test('four processes that start at once apply each migration once; an older server process rejects the newer schema', async () => {
    database = await createEmptyDatabase();
    await Promise.all(
      [1, 2, 3, 4].map(() => applyMissingMigrations(database.pool, [firstMigration, secondMigration])),
    );
    expect(await readAppliedMigrations()).toEqual(['0001_first', '0002_second']);
    expect((await database.pool.query('select id from first')).rows).toEqual([{ id: 1 }]);
    await expect(applyMissingMigrations(database.pool, [firstMigration])).rejects.toThrow(
      'La base de datos es de una versión más nueva de este programa (tiene 0002_second): inicia esa versión.',
    );
  });

  test('the migration creates the complete schema from the bundled files, and changes nothing at a second start', async () => {
    database = await createEmptyDatabase();
    await applyMissingMigrations(database.pool);
    await applyMissingMigrations(database.pool);
    expect(await readAppliedMigrations()).toEqual(migrations.map((migration) => migration.name));
    expect((await database.pool.query('select count(*)::int as n from evaluations')).rows).toEqual([
      { n: 0 },
    ]);
  });

  test('a failed migration leaves the earlier migrations applied and no part of itself', async () => {
    database = await createEmptyDatabase();
    const broken: Migration = {
      number: 2,
      name: '0002_broken',
      sql: 'create table half (id integer); select 1/0;',
    };
    await expect(applyMissingMigrations(database.pool, [firstMigration, broken])).rejects.toThrow(
      'division by zero',
    );
    expect(await readAppliedMigrations()).toEqual(['0001_first']);
    await expect(database.pool.query('select from half')).rejects.toThrow('does not exist');
    await applyMissingMigrations(database.pool, [firstMigration, secondMigration]);
    expect(await readAppliedMigrations()).toEqual(['0001_first', '0002_second']);
  });

  test('a migration that waits for a table blocks no other query, reports the wait once, and continues when the table is free', async () => {
    database = await createEmptyDatabase();
    await applyMissingMigrations(database.pool, [firstMigration]);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query("set local idle_in_transaction_session_timeout = '2min'");
    await holder.query('lock table first in access share mode');
    const reported: string[] = [];
    const altering = { ...secondMigration, sql: 'alter table first add column name text;' };
    const migrating = applyMissingMigrations(database.pool, [firstMigration, altering], (sentence) =>
      reported.push(sentence),
    );
    await expect.poll(() => reported).toHaveLength(1);
    // Four reads take longer than one attempt of the migration and the pause after the attempt.
    for (let read = 0; read < 4; read += 1) {
      // A blocked read would fail at its statement_timeout, because this test holds the lock until the last read.
      await database.pool.query('select id from first');
      await setTimeout(1_000);
    }
    await holder.query('commit');
    holder.release();
    await migrating;
    expect(reported).toEqual([expect.stringContaining('en cuanto otro programa suelte sus tablas')]);
    expect(await readAppliedMigrations()).toEqual(['0001_first', '0002_second']);
  });

  test('the server rejects a released migration file that was changed, but accepts other line endings', async () => {
    database = await createEmptyDatabase();
    const unix = readMigrations({ '/a/0001_first.sql': 'create table first (\nid integer);\n' });
    await applyMissingMigrations(database.pool, unix);
    await applyMissingMigrations(
      database.pool,
      readMigrations({ 'C:/0001_first.sql': 'create table first (\r\nid integer);\r\n' }),
    );
    await expect(applyMissingMigrations(database.pool, [firstMigration])).rejects.toThrow(
      'vuelve a poner el archivo de la versión publicada',
    );
  });

  test('migration 0002 reopens closed evaluations, and marks evaluations created with an idempotency key as waiting for pictures', async () => {
    database = await createEmptyDatabase();
    await applyMissingMigrations(database.pool, migrations.slice(0, 1));
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    await database.pool.query(`
      insert into companies (id, code, name) values ('${id(1)}', 'C', 'C');
      insert into branches (id, company_id, name) values ('${id(1)}', '${id(1)}', 'B');
      insert into evaluation_types (id, code, name) values ('${id(1)}', 'T', 'T');
      insert into users (id, email, display_name, status, vault_key) values ('${id(1)}', 'a@b.co', 'A', 'active', sha256('x'));
      insert into patients (id, identification_type, identification_number, normalized_number, first_name, last_name, data_at)
        values ('${id(1)}', 'CC', '1', '1', 'A', 'B', now());
      insert into evaluations (id, branch_id, patient_id, evaluation_type_id, employer_company_id, status, captured_at,
        received_at, started_at, closed_at, created_by)
        select v, '${id(1)}', '${id(1)}', '${id(1)}', '${id(1)}', s, now(), now(), now(), now(), '${id(1)}'
        from (values ('${id(1)}'::uuid, 'cerrada'), ('${id(2)}', 'pendiente')) as made (v, s);
      insert into idempotency_keys (user_id, key, route, request_hash, status, answer)
        values ('${id(1)}', 'k', 'POST /api/v1/evaluations', sha256('x'), 201, '{"id": "${id(2)}"}');`);
    await applyMissingMigrations(database.pool);
    const { rows } = await database.pool.query(
      'select status, expects_media, revision, version from evaluations order by id',
    );
    expect(rows).toEqual([
      { status: 'en_proceso', expects_media: false, revision: 1, version: 0 },
      { status: 'pendiente', expects_media: true, revision: 1, version: 0 },
    ]);
  });

  test('migration 0010 adds each existing evaluation to the list’s stored totals, and each patient once to the figures of a period', async () => {
    database = await createEmptyDatabase();
    await applyMissingMigrations(database.pool, migrations.slice(0, 9));
    const { branchIds, companyIds, evaluation_type_id, userId } = await generateClinic(database.pool);
    const persons = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    await database.pool.query(
      `insert into patients (id, identification_type, identification_number, normalized_number, first_name, last_name, data_at)
       select id, 'CC', id, id, 'Ana', 'Gil', now() from unnest($1::uuid[]) as id`,
      [persons],
    );
    // The first patient has two evaluations in one week, one on each side of a new year. The second patient has one closed
    // evaluation.
    await database.pool.query(
      `insert into evaluations (id, branch_id, patient_id, evaluation_type_id, employer_company_id, status, captured_at,
         received_at, started_at, closed_at, created_by)
       select gen_random_uuid(), $1, person::uuid, $2, $3, state, at, at, at, closed, $4
       from (values ($5, 'pendiente', timestamptz '2025-12-30 12:00-05', null),
         ($5, 'en_proceso', '2026-01-02 12:00-05', null),
         ($6, 'cerrada', '2026-01-02 12:00-05', timestamptz '2026-01-02 12:30-05')) as made (person, state, at, closed)`,
      [branchIds[0], evaluation_type_id, companyIds[0], userId, ...persons],
    );
    await applyMissingMigrations(database.pool);
    const nil = '00000000-0000-0000-0000-000000000000';
    const counts = await database.pool.query(
      `select month::text, status, evaluations::integer as n from evaluation_counts
       where employer_company_id = $1 and month > '-infinity' order by month, status`,
      [nil],
    );
    expect(counts.rows).toEqual([
      { month: '2025-12-01', status: 'pendiente', n: 1 },
      { month: '2026-01-01', status: 'cerrada', n: 1 },
      { month: '2026-01-01', status: 'en_proceso', n: 1 },
    ]);
    const figures = await database.pool.query(
      `select unit, start::text, (pendiente + en_proceso + cerrada)::integer as n, seconds::integer, new_patients::integer as new,
         returning_patients::integer as returning
       from period_figures where branch_id = $1 and employer_company_id = $1 and unit in ('week', 'year') order by unit, start`,
      [nil],
    );
    expect(figures.rows).toEqual([
      { unit: 'week', start: '2025-12-29', n: 3, seconds: 1800, new: 2, returning: 0 },
      { unit: 'year', start: '2025-01-01', n: 1, seconds: 0, new: 1, returning: 0 },
      { unit: 'year', start: '2026-01-01', n: 2, seconds: 1800, new: 1, returning: 1 },
    ]);
  });
});
