import type { Table } from 'dexie';
import { db } from '#storage/database/database.ts';

const MARK = 'test-mark';
const getMarkTable = (): Table<{ id: string; mark: string }, string> => db.table('device');

/**
 * Returns an id that exists only in this database of the browser. A test compares it to see whether the browser has made a new
 * database; the device id is unsuitable, because it is restored from a backup (S25).
 */
export async function readMark(): Promise<string> {
  const known = await getMarkTable().get(MARK);
  if (known) return known.mark;
  const mark = crypto.randomUUID();
  await getMarkTable().put({ id: MARK, mark });
  return mark;
}
