import type { Pool } from 'pg';

/**
 * Does the work unless another process of this database is doing it. A transaction on a separate connection holds the lock, so
 * a crash of the process releases it. The work uses other connections.
 * @param lock advisory lock number that no other work of this program uses
 * @returns true if the work was done
 */
export async function runUnlessLocked(
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
    // This transaction is idle while the work runs, so the idle limit must not end it.
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
