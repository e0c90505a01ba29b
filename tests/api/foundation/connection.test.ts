import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { type Server, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('connection');
});
afterAll(() => server.stop());

it('P10.258 a database connection turns JIT off and keeps other options', async () => {
  const pool = createPool({ ...server.database.connection, options: '-c synchronous_commit=local' });
  try {
    const { rows } = await pool.query<Record<'jit' | 'commit', string>>(
      `select current_setting('jit') as jit, current_setting('synchronous_commit') as commit`,
    );
    expect(rows).toEqual([{ jit: 'off', commit: 'local' }]);
  } finally {
    await pool.end();
  }
});

describe('P10.63 server that vanishes during a transaction', () => {
  it('the database ends a transaction after 30 seconds without a statement, so that locks of a vanished server are released', async () => {
    const { rows } = await server.database.pool.query<{ limit: string }>(
      `select current_setting('idle_in_transaction_session_timeout') as limit`,
    );
    expect(rows).toEqual([{ limit: '30s' }]);
  });
});
