import { db } from '../database/database.ts';
import { runPriorityStorageOperation, toStorageProblem } from '../base/problem.ts';
import { packRows } from './backup-format.ts';

const CACHE_NAME = 'ventanilla-shadow';
const ENTRIES_PATH = '/shadow/';
const RECEIPTS_PATH = '/shadow-receipts/';
export const KEYS_BACKUP_PATH = '/shadow-keys';
export const IDENTITY_BACKUP_PATH = '/shadow-identity';
export const MAIL_KEY_BACKUP_PATH = '/shadow-mail-key';
const VERSION_HEADER = 'x-shadow-version';

const requestPathOf = ({ url }: Request): string => new URL(url).pathname;
export const entryBackupPath = (entryId: string): string => ENTRIES_PATH + entryId;
export const receiptBackupPath = (day: string): string => RECEIPTS_PATH + day;
/** Returns a new cache address for a part, which contains receipts that are written after the day's backup was made. */
export const newReceiptPartPath = (day: string): string => `${RECEIPTS_PATH}${day}/${crypto.randomUUID()}`;
export const isReceiptPartOfDay = (request: Request, day: string): boolean =>
  requestPathOf(request).startsWith(`${RECEIPTS_PATH}${day}/`);
export const isEntryBackup = (request: Request): boolean => requestPathOf(request).startsWith(ENTRIES_PATH);
export const isReceiptBackup = (request: Request): boolean =>
  requestPathOf(request).startsWith(RECEIPTS_PATH);
export const entryIdOfBackup = (request: Request): string =>
  requestPathOf(request).slice(ENTRIES_PATH.length);

/**
 * Reports an error of a backup, except a storage problem: the entry itself is stored, and 'Este dispositivo' shows how many
 * entries have no backup (S20).
 */
export function reportUnexpectedBackupError(error: unknown): void {
  if (!toStorageProblem(error)) reportError(error);
}

/** Opens the backups; null without Cache Storage, as in a private window of Firefox, or without TLS. */
export async function openBackupCache(): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return await caches.open(CACHE_NAME);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}

const BACKUP_LOOKUP_TIMEOUT_MS = 10_000;

/** Result of a lookup. Null: no backup exists. `unknown`: the cache rejected or did not respond, so a backup may exist. */
export type BackupLookupResult<Found> = Found | null | 'unknown';

/** Looks up a backup within a time limit, because a browser's cache may never respond. */
export const lookUpBackupWithTimeout = <Found>(
  look: () => Promise<Found | null>,
): Promise<BackupLookupResult<Found>> =>
  Promise.race([
    look().catch((error: unknown) => {
      reportUnexpectedBackupError(error);
      return 'unknown' as const;
    }),
    new Promise<'unknown'>((resolve) => setTimeout(() => resolve('unknown'), BACKUP_LOOKUP_TIMEOUT_MS)),
  ]);

/** Returns the number of entries with a backup; null without Cache Storage. */
export async function countBackedUpEntries(): Promise<number | null> {
  const cache = await openBackupCache();
  if (!cache) return null;
  const here = new Set(await db.entries.toCollection().primaryKeys());
  return (await cache.keys()).filter(
    (request) => isEntryBackup(request) && here.has(entryIdOfBackup(request)),
  ).length;
}

/** Maximum number of attempts to make a backup equal to the database, because a browser may lose what it has just stored. */
const MAX_COPY_ATTEMPTS = 4;

interface VersionedRows {
  readonly version: string;
  readonly rows: unknown;
}

/**
 * State of a backed-up row in the database: its content, or `left` if a transaction removed it. A missing row is `unknown`,
 * because the database may have been lost.
 */
export type DatabaseRowState<There> = There | 'left' | 'unknown';

interface BackupSource {
  readonly address: string;
  readonly readRows: () => Promise<DatabaseRowState<VersionedRows>>;
  readonly readVersion: () => Promise<DatabaseRowState<{ readonly version: string }>>;
}

/**
 * Makes the backup equal to the database; returns true on success. The version is checked again after each copy, because
 * another window or the worker may write in the meantime.
 */
export async function syncBackupWithDatabase(cache: Cache, followed: BackupSource): Promise<boolean> {
  const { address, readRows, readVersion } = followed;
  for (let look = 0; look < MAX_COPY_ATTEMPTS; look += 1) {
    const now = await readVersion();
    if (now === 'unknown') return false;
    if (now === 'left') {
      await cache.delete(address);
      return true;
    }
    if ((await cache.match(address))?.headers.get(VERSION_HEADER) === now.version) return true;
    const copied = await readRows();
    if (copied === 'unknown' || copied === 'left') continue;
    const headers = { [VERSION_HEADER]: copied.version };
    await runPriorityStorageOperation(() =>
      cache.put(address, new Response(packRows(copied.rows), { headers })),
    );
  }
  return false;
}
