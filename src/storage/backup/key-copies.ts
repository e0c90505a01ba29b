import { db } from '../database/database.ts';
import type { DeviceKeyRow } from '../database/records.ts';
import { packRows, unpackRows } from './copy-format.ts';
import { KEYS, lookedUp, noteFailure, openBackups } from './copy-cache.ts';
import { loadRestoring } from './load-restoring.ts';

/** A copy can hold buffers only. */
const pack = (row: DeviceKeyRow) => ({ ...row, salt: row.salt.slice().buffer });

/** As they lie there; none where the copy is torn: the next one is whole again. */
async function readCopied(cache: Cache): Promise<unknown[]> {
  const copy = await cache.match(KEYS);
  if (!copy) return [];
  try {
    const keys = unpackRows(await copy.arrayBuffer());
    return Array.isArray(keys) ? keys : [];
  } catch (error) {
    noteFailure(error);
    return [];
  }
}

const userOf = (key: unknown): unknown => (key as { userId?: unknown } | null)?.userId;

/**
 * A key that no provider keeps (D2): what it sealed would come back and never open. A copied one stays until its user has
 * another, also one that this version of the app cannot read: that the database has none may be its loss.
 */
export async function followKeys(cache: Cache): Promise<void> {
  const own = await db.deviceKeys.filter(({ origin }) => origin === 'device').toArray();
  const users = new Set<unknown>(own.map(({ userId }) => userId));
  const kept = (await readCopied(cache)).filter((key) => !users.has(userOf(key)));
  const keys = [...kept, ...own.map(pack)];
  if (keys.length > 0) await cache.put(KEYS, new Response(packRows(keys)));
}

/** Before what they open; one that is here is newer than its copy, and another's is not written over: it may be the only one. */
export async function restoreKeys(cache: Cache): Promise<void> {
  const copied = await readCopied(cache);
  if (copied.length === 0) return;
  const keys = (await loadRestoring()).parseKeys(copied);
  await db.transaction('rw', db.deviceKeys, async () => {
    for (const key of keys) {
      const known = await db.deviceKeys.where('userId').equals(key.userId).count();
      const there = await db.deviceKeys.get(key.id);
      if (known === 0 && there?.origin !== 'device') await db.deviceKeys.put(key);
    }
  });
}

/** The same for a database that may have been lost a moment ago. `unknown`: there may be keys that did not come. */
export async function bringBackKeys(): Promise<'answered' | 'unknown'> {
  const found = await lookedUp(async () => {
    const cache = await openBackups();
    if (cache) await restoreKeys(cache);
    return null;
  });
  return found ?? 'answered';
}
