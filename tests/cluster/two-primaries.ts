import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import type { DatabaseNode } from './postgres.ts';
import { waitUntil } from './process.ts';
import { print } from './print.ts';

const DATABASE = 'ventanilla';
/**
 * Time limit in ms that PostgreSQL applies to the write to the old primary. RESPONSE_WAIT_MS, the time that the test waits for
 * the result, is longer, so that the test receives the timeout error.
 */
const STATEMENT_TIMEOUT_MS = 3_000;
const RESPONSE_WAIT_MS = 8_000;

/**
 * Kills the Patroni of the primary while its database continues. The other node becomes primary, so two primaries exist. A
 * server then writes to the old primary directly, bypassing the finder. The old primary must not confirm the write, because it
 * has lost the standby that it waits for.
 * @throws if the old primary confirmed
 */
export async function tryTwoPrimaries({ postgres, finder, stands }: Cluster): Promise<void> {
  const old = await postgres.primary();
  const line = stands.at(-1)?.toDatabase;
  if (!old || !line) throw new Error('No node leads');
  line.redirect(old.ports.database);
  await old.killKeeper();
  await waitUntil('the standby takes over', async () => {
    const now = await postgres.primary();
    return now !== null && now.name !== old.name && (await now.acceptsChanges());
  });
  try {
    await expectNoConfirmation(old);
  } finally {
    old.killDatabase();
    line.redirect(finder.port);
  }
}

async function expectNoConfirmation(old: DatabaseNode): Promise<void> {
  const client = new Client({ connectionString: old.url(DATABASE), statement_timeout: STATEMENT_TIMEOUT_MS });
  client.on('error', () => undefined); // The connection ends together with the old primary.
  await client.connect();
  const { rows } = await client.query<{ leads: boolean }>('select not pg_is_in_recovery() as leads');
  if (rows[0]?.leads !== true) throw new Error('the old primary does not lead any more: nothing was tried');
  const insert = `insert into mails (id, purpose, email, asked_at) values ($1, 'password_reset', 'nadie@prueba.demo', now())`;
  const told = client.query(insert, [randomUUID()]).then(
    () => 'confirmed',
    () => 'refused',
  );
  const outcome = await Promise.race([told, pause(RESPONSE_WAIT_MS, 'waits')]);
  print(`  the old primary: a commit ${outcome}`);
  if (outcome === 'confirmed') throw new Error('two primaries: the old one confirmed a commit');
}
