import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster.ts';
import type { Node } from './postgres.ts';
import { until } from './process.ts';
import { say } from './say.ts';

const DATABASE = 'ventanilla';
/** Longer than the statement's own limit, which must not turn the wait into a yes. */
const STATEMENT_MS = 3_000;
const WAITS_MS = 8_000;

/**
 * The primary's keeper dies and its database goes on. The other node is promoted, so that there are two, and one provider
 * asks the old one, past what finds the primary. It must never confirm: the old one waits for a standby that it lost.
 * @throws when the old one said yes
 */
export async function tryTwoPrimaries({ postgres, finder, stands }: Cluster): Promise<void> {
  const old = await postgres.primary();
  const line = stands.at(-1)?.toDatabase;
  if (!old || !line) throw new Error('No node leads');
  line.lead(old.ports.database);
  await old.killKeeper();
  await until('the standby takes over', async () => {
    const now = await postgres.primary();
    return now !== null && now.name !== old.name && (await now.leads());
  });
  try {
    await confirmsNothing(old);
  } finally {
    old.killDatabase();
    line.lead(finder.port);
  }
}

async function confirmsNothing(old: Node): Promise<void> {
  const client = new Client({ connectionString: old.url(DATABASE), statement_timeout: STATEMENT_MS });
  client.on('error', () => undefined); // it ends with the old primary
  await client.connect();
  const { rows } = await client.query<{ leads: boolean }>('select not pg_is_in_recovery() as leads');
  if (rows[0]?.leads !== true) throw new Error('the old primary does not lead any more: nothing was tried');
  const insert = `insert into mails (id, purpose, email, asked_at) values ($1, 'password_reset', 'nadie@prueba.demo', now())`;
  const told = client.query(insert, [randomUUID()]).then(
    () => 'confirmed',
    () => 'refused',
  );
  const outcome = await Promise.race([told, pause(WAITS_MS, 'waits')]);
  say(`  the old primary: a commit ${outcome}`);
  if (outcome === 'confirmed') throw new Error('two primaries: the old one confirmed a commit');
}
