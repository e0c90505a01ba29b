import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { isTransactionAborted, runStorageOperation, toStorageProblem } from '../base/problem.ts';
import { restoreKeys } from './key-backups.ts';
import {
  entryIdOfBackup,
  isEntryBackup,
  reportUnexpectedBackupError,
  openBackupCache,
} from './backup-cache.ts';
import { loadRestoreCode } from './load-restoring.ts';
import { restoreOrCreateDevice } from './device-backup.ts';
import { backUpEntriesAndDeviceData, startContinuousBackup } from './follow.ts';

/** Called for a failure. `again` is true if a retry may succeed. */
type ReportProblem = (error: unknown, again?: boolean) => void;

async function restoreEntries(cache: Cache, noted: ReportProblem): Promise<number> {
  const here = new Set(await db.entries.toCollection().primaryKeys());
  const missing = (await cache.keys()).filter(
    (copy) => isEntryBackup(copy) && !here.has(entryIdOfBackup(copy)),
  );
  if (missing.length === 0) return 0;
  const { restoreOrDropBackup } = await loadRestoreCode();
  let restored = 0;
  for (const request of missing) {
    try {
      if ((await restoreOrDropBackup(cache, request)) === 'restored') restored += 1;
    } catch (error) {
      noted(error);
    }
  }
  return restored;
}

/**
 * Runs at the start: restores entries that have neither a row nor a receipt, deletes backups of removed entries, and backs up
 * entries without a backup. Returns the number of restored entries. An unreadable backup does not affect the others; `noted` is
 * called for each failure. Rejects if the receipts cannot be restored, because delivered entries would then be restored as
 * unsent.
 */
export async function restoreAndRefreshBackups(
  noted: ReportProblem = reportUnexpectedBackupError,
): Promise<number> {
  const cache = await openBackupCache();
  if (!cache) return 0;
  await restoreKeys(cache).catch((error: unknown) => noted(error, true));
  // Must run before the entries are restored, because it restores the receipts, and an entry with a receipt must not be
  // restored.
  await restoreOrCreateDevice();
  const restored = await restoreEntries(cache, noted);
  void backUpEntriesAndDeviceData(await db.entries.toCollection().primaryKeys());
  return restored;
}

/** Pause before each attempt, ms. A database that was just deleted closes again if it is reopened immediately. */
const RESTORE_DELAYS_MS = [0, 300, 1_000, 3_000];

/** Starts the backups of a window (S25). Resolves when the rows of a lost database are restored. */
export async function restoreRowsAndStartBackups(): Promise<void> {
  startContinuousBackup();
  for (const pause of RESTORE_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    let again = false;
    const reportProblem: ReportProblem = (
      error,
      mayBe = toStorageProblem(error) !== null || isTransactionAborted(error),
    ) => {
      again ||= mayBe;
      reportUnexpectedBackupError(error);
    };
    await restoreAndRefreshBackups(reportProblem).catch((error: unknown) => reportProblem(error, true));
    if (!again) return runStorageOperation(async () => void (await db.device.put({ id: 'restored' })));
  }
}

/**
 * Returns true if the backups were restored into this database. A database that is new or replaces a lost one returns false
 * until its restore has ended.
 */
export const areBackupsRestored = (): Promise<boolean> =>
  runStorageOperation(async () => (await readDeviceRow('restored')) !== undefined);
