import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { importTagKey } from '../vault/vault.ts';
import {
  lookUpBackupWithTimeout,
  MAIL_KEY_BACKUP_PATH,
  reportUnexpectedBackupError,
  openBackupCache,
  type BackupLookupResult,
} from './backup-cache.ts';

const MAIL_KEY_BYTES = 32;

async function readMailKeyBackup(cache: Cache): Promise<Uint8Array<ArrayBuffer> | null> {
  const copy = await cache.match(MAIL_KEY_BACKUP_PATH);
  const body = await copy?.arrayBuffer().catch(reportUnexpectedBackupError);
  const secret = body ? new Uint8Array(body) : null;
  return secret?.byteLength === MAIL_KEY_BYTES ? secret : null;
}

async function readEmailTagKeyBackup(): Promise<Uint8Array<ArrayBuffer> | null> {
  const cache = await openBackupCache();
  return cache && readMailKeyBackup(cache);
}

let pendingMailKeyLookup: Promise<BackupLookupResult<Uint8Array<ArrayBuffer>>> | undefined;

/**
 * Reads the key of the e-mail tags (S25). If the server sends no user ids, the tag is the owner id of rows, and a new key would
 * give restored rows another owner. Concurrent callers share one lookup, so that an unresponsive cache delays them only once.
 */
const readMailKeyWithTimeout = (): Promise<BackupLookupResult<Uint8Array<ArrayBuffer>>> =>
  (pendingMailKeyLookup ??= lookUpBackupWithTimeout(() =>
    readEmailTagKeyBackup().finally(() => {
      pendingMailKeyLookup = undefined;
    }),
  ));

/** Restores the key if it is missing or provisional. `unknown`: a key may exist that was not restored. */
export async function restoreMailKey(): Promise<'answered' | 'unknown'> {
  const secret = await readMailKeyWithTimeout();
  if (secret === 'unknown') return 'unknown';
  if (secret === null) return 'answered';
  const key = await importTagKey(secret);
  await db.transaction('rw', db.device, async () => {
    const known = await readDeviceRow('mail-key');
    if (known && !known.provisional) return;
    await db.device.put({ id: 'mail-key', key, secret: secret.buffer, provisional: false });
  });
  return 'answered';
}

/**
 * Backs up the key, unless the backup contains another key. The other key may belong to a lost database, and may not have been
 * restored before the time limit.
 */
export async function backUpMailKey(cache: Cache): Promise<void> {
  const row = await readDeviceRow('mail-key');
  if (!row?.secret || row.provisional) return;
  if ((await readMailKeyBackup(cache)) === null)
    await cache.put(MAIL_KEY_BACKUP_PATH, new Response(row.secret));
}
