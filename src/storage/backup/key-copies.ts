import { db } from '../database/database.ts';
import type { DeviceKeyRow } from '../database/records.ts';
import { packRows, unpackRows } from './copy-format.ts';
import { KEYS, lookedUp, noteFailure, openBackups } from './copy-cache.ts';

/** A copy can hold buffers only. */
type PackedKey = Omit<DeviceKeyRow, 'salt'> & { readonly salt: ArrayBuffer };

const pack = (row: DeviceKeyRow): PackedKey => ({ ...row, salt: row.salt.slice().buffer });

/** None where the copy is torn: the next one is whole again. */
async function readCopied(cache: Cache): Promise<PackedKey[]> {
  const copy = await cache.match(KEYS);
  if (!copy) return [];
  try {
    return unpackRows(await copy.arrayBuffer()) as PackedKey[];
  } catch (error) {
    noteFailure(error);
    return [];
  }
}

/**
 * A key that no provider keeps (D2): what it sealed would come back and never open. A copied one stays until its user has
 * another: that the database has none may be its loss.
 */
export async function followKeys(cache: Cache): Promise<void> {
  const own = await db.deviceKeys.filter(({ origin }) => origin === 'device').toArray();
  const users = new Set(own.map(({ userId }) => userId));
  const kept = (await readCopied(cache)).filter(({ userId }) => !users.has(userId));
  const keys = [...kept, ...own.map(pack)];
  if (keys.length > 0) await cache.put(KEYS, new Response(packRows(keys)));
}

/** Before what they open; one that is here is newer than its copy. */
export async function restoreKeys(cache: Cache): Promise<void> {
  const keys = await readCopied(cache);
  await db.transaction('rw', db.deviceKeys, async () => {
    for (const { salt, ...key } of keys) {
      const known = await db.deviceKeys.where('userId').equals(key.userId).count();
      if (known === 0) await db.deviceKeys.put({ ...key, salt: new Uint8Array(salt) });
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
