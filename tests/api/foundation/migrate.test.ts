import { afterEach, describe, expect, test } from 'vitest';
import { type Migration, migrate, migrations, readMigrations } from '#server/database/migrate.ts';
import { type TestDatabase, createEmptyDatabase } from '#tests/support/embedded-database.ts';

let database: TestDatabase;
afterEach(() => database.drop());

const first: Migration = {
  number: 1,
  name: '0001_first',
  sql: 'create table first (id integer primary key);',
};
const second: Migration = {
  number: 2,
  name: '0002_second',
  sql: 'create table second (id integer); insert into first values (1);',
};
const applied = async () =>
  (
    await database.pool.query<{ name: string }>('select name from schema_migrations order by number')
  ).rows.map((row) => row.name);

describe('migrate', () => {
  test('four starters at once apply each file once', async () => {
    database = await createEmptyDatabase();
    await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, [first, second])));
    expect(await applied()).toEqual(['0001_first', '0002_second']);
    expect((await database.pool.query('select id from first')).rows).toEqual([{ id: 1 }]);
  });

  test('the bundled files make the whole schema, and a second start changes nothing', async () => {
    database = await createEmptyDatabase();
    await migrate(database.pool);
    await migrate(database.pool);
    expect(await applied()).toEqual(migrations.map((migration) => migration.name));
    expect((await database.pool.query('select count(*)::int as n from evaluations')).rows).toEqual([
      { n: 0 },
    ]);
  });

  test('a file that fails leaves the ones before it and nothing of its own', async () => {
    database = await createEmptyDatabase();
    const broken: Migration = {
      number: 2,
      name: '0002_broken',
      sql: 'create table half (id integer); select 1/0;',
    };
    await expect(migrate(database.pool, [first, broken])).rejects.toThrow('division by zero');
    expect(await applied()).toEqual(['0001_first']);
    await expect(database.pool.query('select from half')).rejects.toThrow('does not exist');
    await migrate(database.pool, [first, second]);
    expect(await applied()).toEqual(['0001_first', '0002_second']);
  });

  test('an older program refuses a newer schema with a sentence', async () => {
    database = await createEmptyDatabase();
    await migrate(database.pool, [first, second]);
    await expect(migrate(database.pool, [first])).rejects.toThrow(
      'The database was made by a newer version of this program (it holds 0002_second): start that version.',
    );
  });

  test('a released file that was changed is refused; other line ends are no change', async () => {
    database = await createEmptyDatabase();
    const unix = readMigrations({ '/a/0001_first.sql': 'create table first (\nid integer);\n' });
    await migrate(database.pool, unix);
    await migrate(
      database.pool,
      readMigrations({ 'C:/0001_first.sql': 'create table first (\r\nid integer);\r\n' }),
    );
    await expect(migrate(database.pool, [first])).rejects.toThrow('restore the released file');
  });
});
