import { createHash } from 'node:crypto';
import type { Database } from '../../database/connection/client.ts';

export interface AttemptCounter {
  /** Unique name of the counter; the database stores only its digest. */
  readonly name: string;
  readonly most: number;
}

/**
 * Counts an attempt in counters that all servers of the database share (0012_several_providers.sql). Stops at the first counter
 * that has reached its maximum. All callers must list their counters in the same order, from the widest to the narrowest, to
 * prevent deadlocks.
 * @returns seconds to wait; 0 if the attempt is allowed
 * @throws the database's error if the attempt cannot be counted; the caller must then not make the attempt
 */
export async function countAttemptOrGetWaitSeconds(
  { $client }: Database,
  counters: readonly AttemptCounter[],
  windowMs: number,
): Promise<number> {
  const names = counters.map(({ name }) => createHash('sha256').update(name).digest());
  const { rows } = await $client.query<{ wait: number }>({
    name: 'count_attempt',
    text: 'select count_attempt($1::bytea[], $2::integer[], $3) as wait',
    values: [names, counters.map(({ most }) => most), Math.ceil(windowMs / 1000)],
  });
  const [answer] = rows;
  if (!answer) throw new Error('The attempt was not counted');
  return answer.wait;
}
