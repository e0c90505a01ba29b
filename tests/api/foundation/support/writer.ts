import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { startEmbeddedDatabase } from '#server/platform/database/embedded/supervisor.ts';
import { StartError } from '#server/platform/base/start-error.ts';

/**
 * Program that the tests kill. It starts the database in the folder argv[2] and prints `ready adopted` or `ready started`.
 * After that it commits row after row and prints each acknowledged number. SIGTERM stops it properly.
 */
const dataDir = process.argv[2] ?? '';
const printLine = (text: string) => process.stdout.write(`${text}\n`);

try {
  const server = await startEmbeddedDatabase({ dataDir, onLost: () => process.exit(3) });
  const pool = createPool(server.connection);
  process.on(
    'SIGTERM',
    () =>
      void pool
        .end()
        .then(() => server.stop())
        .then(() => process.exit(0)),
  );
  await pool.query('create table if not exists acknowledged (n bigint primary key)');
  printLine(`ready ${server.adopted ? 'adopted' : 'started'}`);
  const { rows } = await pool.query<{ next: number }>(
    'select coalesce(max(n), 0)::int + 1 as next from acknowledged',
  );
  for (let n = rows[0]?.next ?? 1; ; n += 1) {
    // The outcome of an insert whose connection broke is unknown, so the row may already exist.
    while (!(await commit(n))) await pause(20);
    printLine(`ack ${n}`);
  }

  async function commit(n: number): Promise<boolean> {
    try {
      await pool.query('insert into acknowledged values ($1) on conflict do nothing', [n]);
      return true;
    } catch {
      return false;
    }
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  printLine(`refused ${error.message}`);
  process.exitCode = 1;
}
