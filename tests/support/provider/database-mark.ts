import type { Table } from 'dexie';
import { db } from '#storage/database/database.ts';

const MARK = 'test-mark';
const marks = (): Table<{ id: string; mark: string }, string> => db.table('device');

/**
 * Returns a mark that distinguishes this database from one that the browser put in its place. The device's id cannot, because
 * it has a backup (S25).
 */
export async function readMark(): Promise<string> {
  const known = await marks().get(MARK);
  if (known) return known.mark;
  const mark = crypto.randomUUID();
  await marks().put({ id: MARK, mark });
  return mark;
}
