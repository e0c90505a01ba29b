import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/start/open.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('pool');
});
afterAll(() => database.drop());

const openDatabaseWithPoolSize = (databasePool: number) => {
  const { host, port, user, database: name } = database.connection;
  const place = new URLSearchParams({ host, port: String(port), user });
  const url = `postgresql:///${name}?${place.toString()}`;
  const incidents = { connectionLost: () => {}, databaseLost: () => {} };
  return openDatabase({ dataDir: '', database: { kind: 'external', url }, databasePool }, incidents);
};
const databaseSettingOf = async (name: string) =>
  Number(
    (await database.pool.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]
      ?.value,
  );

describe('P10.20 P10.63 database connections', () => {
  it("the server does not start, and prints one message, when its pool exceeds the database's connection limit; a server with a smaller pool prints the limit", async () => {
    const most =
      (await databaseSettingOf('max_connections')) -
      (await databaseSettingOf('superuser_reserved_connections'));
    await expect(openDatabaseWithPoolSize(most + 1)).rejects.toThrow(
      `La base de datos da ${most} conexiones y DATABASE_POOL es ${most + 1}: bájalo o sube max_connections`,
    );
    const opened = await openDatabaseWithPoolSize(7);
    expect(opened.description).toBe(`PostgreSQL en el socket local (a lo más 7 de sus ${most} conexiones)`);
    expect(opened.pool.options.max).toBe(7);
    await opened.close();
  });

  it('the server respects a connection limit that is set only for its database', async () => {
    const { database: name } = database.connection;
    await database.pool.query(`alter database "${name}" connection limit 30`);
    await expect(openDatabaseWithPoolSize(31)).rejects.toThrow(
      'La base de datos da 30 conexiones y DATABASE_POOL es 31',
    );
  });
});
