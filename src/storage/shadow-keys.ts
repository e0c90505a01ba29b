import { db } from './database.ts';
import type { DeviceKeyRow } from './records.ts';
import { packRows, unpackRows } from './shadow-format.ts';
import { KEYS } from './shadow-place.ts';

/** A copy can hold buffers only. */
type PackedKey = Omit<DeviceKeyRow, 'salt'> & { readonly salt: ArrayBuffer };

const pack = (row: DeviceKeyRow): PackedKey => ({ ...row, salt: row.salt.slice().buffer });

async function readCopied(cache: Cache): Promise<PackedKey[]> {
  const copy = await cache.match(KEYS);
  return copy ? (unpackRows(await copy.arrayBuffer()) as PackedKey[]) : [];
}

/**
 * A key that no provider keeps (D2): what it sealed would come back and never open. A copied one stays until its user has
 * another, or it was forgotten (`gone`: its row's id): that the database has none may be its loss.
 */
export async function followKeys(cache: Cache, gone: string | null): Promise<void> {
  const own = await db.deviceKeys.filter(({ origin }) => origin === 'device').toArray();
  const users = new Set(own.map(({ userId }) => userId));
  const kept = (await readCopied(cache)).filter(({ id, userId }) => id !== gone && !users.has(userId));
  const keys = [...kept, ...own.map(pack)];
  if (keys.length === 0) await cache.delete(KEYS);
  else await cache.put(KEYS, new Response(packRows(keys)));
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
