import type { Pool } from 'pg';

/**
 * Does the work unless another program of the database is at it. The lock is a transaction's, which ends with its
 * connection: what dies holds up nobody. The work uses other connections.
 * @param lock a number of its own among the advisory locks of this program
 * @returns whether it was done
 */
export async function unlessElsewhere(
  pool: Pool,
  lock: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      lock,
    ]);
    const isMine = rows[0]?.mine === true;
    // The transaction idles as long as the work takes.
    if (isMine) await client.query('set local idle_in_transaction_session_timeout = 0');
    if (isMine) await work();
    await client.query('commit');
    client.release();
    return isMine;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
