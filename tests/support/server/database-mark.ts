import type { Table } from 'dexie';
import { db } from '#storage/database/database.ts';

const MARK_ROW_ID = 'test-mark';
const getMarkTable = (): Table<{ id: string; mark: string }, string> => db.table('device');

/**
 * Returns an id that exists only in this database of the browser. A test compares it to see whether the browser has made a new
 * database; the device id is unsuitable, because it is restored from a backup (S25).
 */
export async function ensureDatabaseMark(): Promise<string> {
  const known = await getMarkTable().get(MARK_ROW_ID);
  if (known) return known.mark;
  const mark = crypto.randomUUID();
  await getMarkTable().put({ id: MARK_ROW_ID, mark });
  return mark;
}
