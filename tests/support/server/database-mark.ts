import type { Table } from 'dexie';
import { db } from '#storage/database/database.ts';

const MARK = 'test-mark';
const marks = (): Table<{ id: string; mark: string }, string> => db.table('device');

/**
 * Returns a mark stored only in this database, to distinguish it from a new one that the browser made after a loss. The device
 * id is unsuitable, because it is restored from a backup (S25).
 */
export async function readMark(): Promise<string> {
  const known = await marks().get(MARK);
  if (known) return known.mark;
  const mark = crypto.randomUUID();
  await marks().put({ id: MARK, mark });
  return mark;
}
