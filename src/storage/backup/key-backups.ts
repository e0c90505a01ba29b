import { db } from '../database/database.ts';
import type { WrappedKeyRow } from '../database/records.ts';
import { packRows, unpackRows } from './backup-format.ts';
import {
  KEYS_BACKUP_PATH,
  lookUpBackupWithTimeout,
  reportUnexpectedBackupError,
  openBackupCache,
} from './backup-cache.ts';
import { loadRestoreCode } from './load-restoring.ts';

const toKeyBackup = (row: WrappedKeyRow) => ({ ...row, salt: row.salt.slice().buffer });

/**
 * Returns the keys in the backup, not parsed; none if the backup is damaged, because the next backup contains all keys again.
 */
async function readBackedUpKeys(cache: Cache): Promise<unknown[]> {
  const copy = await cache.match(KEYS_BACKUP_PATH);
  if (!copy) return [];
  try {
    const keys = unpackRows(await copy.arrayBuffer());
    return Array.isArray(keys) ? keys : [];
  } catch (error) {
    reportUnexpectedBackupError(error);
    return [];
  }
}

const userIdOfKey = (key: unknown): unknown => (key as { userId?: unknown } | null)?.userId;

/**
 * Backs up the keys that no server stores (D2), without which restored rows could not be decrypted. A key stays in the backup
 * until its user has a new key, even if this version cannot read it, because the database may have lost it.
 */
export async function backUpKeys(cache: Cache): Promise<void> {
  const own = await db.deviceKeys.filter(({ origin }) => origin === 'device').toArray();
  const users = new Set<unknown>(own.map(({ userId }) => userId));
  const kept = (await readBackedUpKeys(cache)).filter((key) => !users.has(userIdOfKey(key)));
  const keys = [...kept, ...own.map(toKeyBackup)];
  if (keys.length > 0) await cache.put(KEYS_BACKUP_PATH, new Response(packRows(keys)));
}

/**
 * Restores the keys; must run before the rows are restored. A user's key in the database stays, because it is newer than its
 * backup. A key that only this device stores is never overwritten by another user's key, because it may be the only copy.
 */
export async function restoreKeys(cache: Cache): Promise<void> {
  const copied = await readBackedUpKeys(cache);
  if (copied.length === 0) return;
  const keys = (await loadRestoreCode()).parseKeyBackup(copied);
  await db.transaction('rw', db.deviceKeys, async () => {
    for (const key of keys) {
      const known = await db.deviceKeys.where('userId').equals(key.userId).count();
      const there = await db.deviceKeys.get(key.id);
      if (known === 0 && there?.origin !== 'device') await db.deviceKeys.put(key);
    }
  });
}

/**
 * Restores the keys of a database that may just have been lost. `unknown`: the backup may contain keys that were not restored.
 */
export async function restoreKeysWithinTimeout(): Promise<'answered' | 'unknown'> {
  const found = await lookUpBackupWithTimeout(async () => {
    const cache = await openBackupCache();
    if (cache) await restoreKeys(cache);
    return null;
  });
  return found ?? 'answered';
}
