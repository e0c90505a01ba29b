import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { StartError } from '../../base/start-error.ts';
import { LOCK_KEYS } from '../connection/lock-keys.ts';

/**
 * Key of the lock that allows one server process per data folder. The lock is a session-level advisory lock on a connection
 * that stays open. Whenever the process dies, its connection closes and the database releases the lock, so that no stale lock
 * remains.
 */
const SERVER_LOCK_KEY = LOCK_KEYS.embedded;
/**
 * Time in milliseconds to wait for a lock that another process holds. A killed process may still hold its lock for a moment,
 * until the database notices the closed connection.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_POLL_MS = 50;
const APPLICATION_NAME_PREFIX = 'ventanilla provider ';

export interface ServerLock {
  /**
   * Registers a callback that runs once when the connection is lost before `release` was called, which means that the database
   * server has died.
   */
  onLost(callback: () => void): void;
  release(): Promise<void>;
}

/**
 * Takes the lock that allows one server process per data folder.
 * @param connection must name the same `database` in all processes of a cluster
 * @throws StartError when another process holds the lock
 */
export async function takeServerLock(connection: ClientConfig): Promise<ServerLock> {
  const client = new Client({
    ...connection,
    application_name: `${APPLICATION_NAME_PREFIX}${process.pid}`,
    keepAlive: true,
  });
  let released = false;
  let reportLoss: (() => void) | undefined;
  let isLost = false;
  client.once('end', () => {
    isLost = !released;
    if (isLost) reportLoss?.();
  });
  client.on('error', () => undefined); // The error is ignored here, because the 'end' event that follows reports the lost connection.
  await client.connect();
  try {
    await acquireLock(client);
  } catch (error) {
    released = true;
    await client.end();
    throw error;
  }
  const release = async () => {
    released = true;
    await client.end();
  };
  const setLossCallback = (callback: () => void) => {
    reportLoss = callback;
    if (isLost) callback();
  };
  return { onLost: setLossCallback, release };
}

async function acquireLock(client: Client): Promise<void> {
  const giveUpAt = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      SERVER_LOCK_KEY,
    ]);
    if (rows[0]?.mine) return;
    if (Date.now() > giveUpAt) throw new StartError(await describeOtherServer(client));
    await pause(LOCK_POLL_MS);
  }
}

async function describeOtherServer(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [SERVER_LOCK_KEY],
  );
  const pid = rows[0]?.name.replace(APPLICATION_NAME_PREFIX, '') ?? 'desconocido';
  return `Otro proveedor (proceso ${pid}) ya trabaja en esta carpeta de datos: detenlo o inicia este con otro DATA_DIR.`;
}
