import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, toDatabase } from '#server/platform/database/connection/client.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { runTransactionWithFinalStatements } from '#server/platform/database/connection/transaction.ts';
import { isUniqueViolation } from '#server/platform/database/connection/violation.ts';
import { type Server, startServer } from '../support/server.ts';

const marks = pgTable('marks', { number: integer('number').primaryKey() });

let server: Server;
let db: Database;
beforeAll(async () => {
  server = await startServer('transaction');
  db = toDatabase(server.database.pool);
  await db.execute(sql`create table marks (number integer primary key)`);
});
beforeEach(async () => {
  await db.delete(marks);
});
afterAll(() => server.stop());

const insertMark = (number: number) => db.insert(marks).values({ number });
const committedNumbers = async () =>
  (await db.select().from(marks).orderBy(marks.number)).map(({ number }) => number);
const isPoolIdle = () => server.database.pool.idleCount === server.database.pool.totalCount;

describe('S7 transaction whose final statements are sent together with its commit', () => {
  it('the transaction commits its own changes and those of the final statements', async () => {
    const response = await runTransactionWithFinalStatements(db, async (tx) => {
      await tx.insert(marks).values({ number: 1 });
      return { result: 'done', last: [insertMark(2), insertMark(3)] };
    });
    expect([response, await committedNumbers(), isPoolIdle()]).toEqual(['done', [1, 2, 3], true]);
  });

  it('the transaction rolls back everything and rejects when one of its final statements fails', async () => {
    const failing = runTransactionWithFinalStatements(db, async (tx) => {
      await tx.insert(marks).values({ number: 1 });
      return { result: 'done', last: [insertMark(2), insertMark(1), insertMark(3)] };
    });
    await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'marks_pkey'));
    expect([await committedNumbers(), isPoolIdle()]).toEqual([[], true]);
  });

  it('the transaction rolls back everything when its work fails before the final statements; its connection stays usable', async () => {
    const failing = runTransactionWithFinalStatements(db, async (tx) => {
      await tx.insert(marks).values({ number: 1 });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect([await committedNumbers(), isPoolIdle()]).toEqual([[], true]);
  });

  it('the transaction rejects even when its work catches a database error, because nothing was committed', async () => {
    const ending = runTransactionWithFinalStatements(db, async (tx) => {
      await tx.insert(marks).values({ number: 1 });
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
      return { result: 'done', last: [] };
    });
    await expect(ending).rejects.toThrow('was not committed');
    expect([await committedNumbers(), isPoolIdle()]).toEqual([[], true]);
  });
});

describe('S7 transaction whose connection breaks', () => {
  /** Runs the work on a pool with one connection. If a transaction does not release that connection, the next query hangs. */
  const runOnOneConnection = async (work: (pool: Pool) => Promise<void>) => {
    const pool = createPool({ ...server.database.connection, max: 1 });
    await work(pool);
    expect((await toDatabase(pool).transaction((tx) => tx.select().from(marks))).length).toBe(0);
    await pool.end();
  };

  it('the pool recovers when the connection breaks before the transaction begins', () =>
    runOnOneConnection(async (pool) => {
      pool.once('acquire', (client) => void client.end());
      const failing = toDatabase(pool).transaction((tx) => tx.insert(marks).values({ number: 1 }));
      await expect(failing).rejects.toThrow('not queryable');
    }));

  it('the transaction reports why the connection broke, not that the rollback failed', () =>
    runOnOneConnection(async (pool) => {
      const failing = toDatabase(pool).transaction(async (tx) => {
        await tx.insert(marks).values({ number: 1 });
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      });
      await expect(failing).rejects.toMatchObject({ cause: { code: '57P01' } });
    }));

  it('the database client rejects a transaction inside another transaction', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.insert(marks).values({ number: 1 });
      await tx.transaction(async () => undefined);
    });
    await expect(failing).rejects.toThrow('Transactions must not be nested');
    expect([await committedNumbers(), isPoolIdle()]).toEqual([[], true]);
  });
});
