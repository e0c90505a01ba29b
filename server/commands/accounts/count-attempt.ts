import { createHash } from 'node:crypto';
import type { Database } from '../../database/connection/client.ts';

/** What is counted, and how much of it is allowed within the window. */
export interface Counter {
  /** Tells it from every other counter; only its digest is kept. */
  readonly name: string;
  readonly most: number;
}

/**
 * Counts an attempt for all providers of the database together (0012_several_providers.sql), by each counter until one is
 * used up. All callers name theirs in one order, from the widest to the narrowest.
 * @returns seconds to wait, 0 where it may be tried
 * @throws the database's error where it cannot be counted: then nothing may be tried
 */
export async function countAttempt(
  { $client }: Database,
  counters: readonly Counter[],
  windowMs: number,
): Promise<number> {
  const names = counters.map(({ name }) => createHash('sha256').update(name).digest());
  const { rows } = await $client.query<{ wait: number }>({
    name: 'count_attempt',
    text: 'select count_attempt($1::bytea[], $2::integer[], $3) as wait',
    values: [names, counters.map(({ most }) => most), Math.ceil(windowMs / 1000)],
  });
  const [answer] = rows;
  if (!answer) throw new Error('An attempt that was not counted');
  return answer.wait;
}
