import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#server/database/connection/pool.ts';
import { unlessElsewhere } from '#server/database/connection/unless-elsewhere.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/provider/embedded-database.ts';

const LOCK = 1;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('elsewhere');
});
afterAll(() => database.drop());

describe('P10.63 what one provider does is not done by another at the same time', () => {
  it('of two that begin at once one does it, and afterwards either may again', async () => {
    const other = createPool(database.connection);
    const done: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const first = unlessElsewhere(database.pool, LOCK, async () => {
      done.push('first');
      await ended;
    });
    await expect.poll(() => done).toEqual(['first']);
    expect(await unlessElsewhere(other, LOCK, async () => done.push('second'))).toBe(false);
    end();
    expect(await first).toBe(true);
    expect(await unlessElsewhere(other, LOCK, async () => done.push('third'))).toBe(true);
    expect(done).toEqual(['first', 'third']);
    await other.end();
  });

  it('work may take longer than a connection may idle in a transaction', async () => {
    const pool = createPool(database.connection);
    pool.on('connect', (client) => void client.query(`set idle_in_transaction_session_timeout = '100ms'`));
    expect(await unlessElsewhere(pool, LOCK, () => setTimeout(400))).toBe(true);
    await pool.end();
  });

  it('work that fails is told, and holds up nobody', async () => {
    const broken = () => Promise.reject(new Error('full'));
    await expect(unlessElsewhere(database.pool, LOCK, broken)).rejects.toThrow('full');
    expect(await unlessElsewhere(database.pool, LOCK, async () => {})).toBe(true);
  });
});
