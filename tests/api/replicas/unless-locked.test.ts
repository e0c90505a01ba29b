import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { runUnlessLocked } from '#server/platform/database/connection/unless-locked.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';

const LOCK_ID = 1;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('elsewhere');
});
afterAll(() => database.drop());

describe('P10.63 work that only one server does at a time', () => {
  it('when two servers start the same work at once, one does it; afterwards either server can do it again', async () => {
    const other = createPool(database.connection);
    const done: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = runUnlessLocked(database.pool, LOCK_ID, async () => {
      done.push('first');
      await ended;
    });
    await expect.poll(() => done).toEqual(['first']);
    expect(await runUnlessLocked(other, LOCK_ID, async () => done.push('second'))).toBe(false);
    end();
    expect(await first).toBe(true);
    expect(await runUnlessLocked(other, LOCK_ID, async () => done.push('third'))).toBe(true);
    expect(done).toEqual(['first', 'third']);
    await other.end();
  });

  it('work under the lock may take longer than the time for which a database connection may be idle in a transaction', async () => {
    const pool = createPool(database.connection);
    pool.on('connect', (client) => void client.query(`set idle_in_transaction_session_timeout = '100ms'`));
    expect(await runUnlessLocked(pool, LOCK_ID, () => setTimeout(400))).toBe(true);
    await pool.end();
  });

  it('work that fails under the lock reports its failure and releases the lock', async () => {
    const failWrite = () => Promise.reject(new Error('full'));
    await expect(runUnlessLocked(database.pool, LOCK_ID, failWrite)).rejects.toThrow('full');
    expect(await runUnlessLocked(database.pool, LOCK_ID, async () => {})).toBe(true);
  });
});
