import { afterEach, expect, it } from 'vitest';
import { applyMissingMigrations, migrations } from '#server/platform/database/start/migrate.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { type TestDatabase, createEmptyDatabase } from '#tests/support/server/embedded-database.ts';

let database: TestDatabase;
afterEach(() => database.drop());

/** Statement with which earlier versions write a log entry: directly into `activity`, prepared once per connection. */
const INSERT_LOG_ENTRY_STATEMENT = {
  name: 'line',
  text: `insert into activity (at, user_id, user_name, action, status, detail)
    select now(), id, display_name, 'sign_in', 'done', jsonb_build_object('place', $1::integer) from users limit 1`,
};
const INSERT_USER_SQL = `insert into users (id, email, display_name, status, vault_key)
  values (gen_random_uuid(), 'nadie@prueba.demo', 'Nadie Prueba', 'active', sha256('x'))`;

it('P10.177 after the migration to pending log entries, the hash chain stays intact while a server of an earlier version adds entries', async () => {
  database = await createEmptyDatabase();
  const { pool } = database;
  const own = migrations.findIndex(({ name }) => name.endsWith('unlinked_lines'));
  await applyMissingMigrations(pool, migrations.slice(0, own));
  await pool.query(INSERT_USER_SQL);
  const older = await pool.connect();
  await older.query({ ...INSERT_LOG_ENTRY_STATEMENT, values: [1] });
  await older.query({ ...INSERT_LOG_ENTRY_STATEMENT, values: [2] });
  await applyMissingMigrations(pool);
  await older.query({ ...INSERT_LOG_ENTRY_STATEMENT, values: [3] });
  await pool.query({
    ...INSERT_LOG_ENTRY_STATEMENT,
    name: 'unlinked',
    text: INSERT_LOG_ENTRY_STATEMENT.text.replace('activity', 'activity_unlinked'),
    values: [4],
  });
  await older.query({ ...INSERT_LOG_ENTRY_STATEMENT, values: [5] });
  older.release();
  const { rows } = await pool.query<{ places: number[]; head: number; waiting: number }>(
    `select array_agg((detail ->> 'place')::integer order by sequence) as places,
      (select sequence::integer from activity_head) as head,
      (select count(*)::integer from activity_unlinked) as waiting from activity`,
  );
  expect(rows[0]).toEqual({ places: [1, 2, 3, 4, 5], head: 5, waiting: 0 });
  expect(await problemsOfChain(pool)).toEqual([]);
});
