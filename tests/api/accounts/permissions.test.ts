import { afterEach, describe, expect, it } from 'vitest';
import { PERMISSION_DEFINITIONS, PERMISSIONS } from '#contract/vocabulary.ts';
import { applyMissingMigrations, migrations } from '#server/platform/database/start/migrate.ts';
import { type TestDatabase, createEmptyDatabase } from '#tests/support/server/embedded-database.ts';

let database: TestDatabase;
afterEach(() => database.drop());

/** Number of migrations of release 0.1, which knows only the permissions of the base contract. */
const FIRST_RELEASE_MIGRATION_COUNT = 9;
const INSERT_ADMINISTRATOR_SQL = `with added as (
    insert into users (id, email, display_name, status, vault_key)
    values (gen_random_uuid(), 'admin@prueba.demo', 'Persona admin', 'active', sha256('x')) returning id)
  insert into user_permissions select id, 'user_management' from added`;

describe('P10.369 permissions in the database', () => {
  it('the database constraint of the table user_permissions accepts exactly the defined permissions', async () => {
    database = await createEmptyDatabase();
    await applyMissingMigrations(database.pool);
    const { rows } = await database.pool.query<{ code: string }>(
      `select (regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g'))[1] as code from pg_constraint
        where conrelid = 'user_permissions'::regclass and contype = 'c'`,
    );
    expect(rows.map(({ code }) => code).sort()).toEqual([...PERMISSIONS].sort());
  });

  it('a migration gives a permission beyond the base contract to the users with user_management only if the definition says so', async () => {
    database = await createEmptyDatabase();
    await applyMissingMigrations(database.pool, migrations.slice(0, FIRST_RELEASE_MIGRATION_COUNT));
    await database.pool.query(INSERT_ADMINISTRATOR_SQL);
    await applyMissingMigrations(database.pool);
    const { rows } = await database.pool.query<{ permission: string }>(
      'select permission from user_permissions',
    );
    const given = PERMISSIONS.filter(
      (permission) => PERMISSION_DEFINITIONS[permission].isGivenToAdministrators,
    );
    expect(rows.map(({ permission }) => permission).sort()).toEqual(['user_management', ...given].sort());
  });
});
