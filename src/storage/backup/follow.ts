import { SerialTaskQueue } from '#domain/serial.ts';
import { setBackupWriteListener, type WrittenRowRef } from '../database/entry-observer.ts';
import { reportUnexpectedBackupError, openBackupCache } from './backup-cache.ts';
import { backUpDevice } from './device-backup.ts';
import { syncEntryBackup, deleteBackupOfRemovedEntry } from './entry-backup.ts';
import { backUpKeys } from './key-backups.ts';
import { backUpMailKey } from './mail-key-backup.ts';
import { backUpRecentReceipts, backUpNewReceipts, type ReceiptReference } from './receipt-backups.ts';

/** Change of an entry, the keys or the device. Receipts are backed up later and together. */
type NonReceiptChange = Exclude<WrittenRowRef, { type: 'receipt' | 'receipts' }>;

async function applyChangeToBackup({ type, id }: NonReceiptChange): Promise<void> {
  const cache = await openBackupCache();
  if (!cache) return;
  switch (type) {
    case 'entry':
      return syncEntryBackup(cache, id);
    case 'entry_gone':
      return deleteBackupOfRemovedEntry(cache, id);
    case 'keys':
      return backUpKeys(cache);
    case 'device':
      await backUpMailKey(cache).catch(reportUnexpectedBackupError);
      return backUpDevice();
  }
}

/** Backups run one after the other, so that the last change of an entry determines its backup. */
const backupQueue = new SerialTaskQueue();
const enqueueBackup = (work: () => Promise<unknown>): void =>
  void backupQueue.run(() => work().catch(reportUnexpectedBackupError));

/** Receipts without a backup; they are written together, after the queued backups. */
let pendingReceipts: ReceiptReference[] = [];
let isReceiptFullBackupRequested = false;

async function backUpPendingReceipts(): Promise<void> {
  const [all, news] = [isReceiptFullBackupRequested, pendingReceipts];
  [isReceiptFullBackupRequested, pendingReceipts] = [false, []];
  const cache = await openBackupCache();
  if (!cache) return;
  if (all) await backUpRecentReceipts(cache);
  else await backUpNewReceipts(cache, news);
}

function enqueueReceiptBackup(news: readonly ReceiptReference[] | 'all'): void {
  const isWaiting = isReceiptFullBackupRequested || pendingReceipts.length > 0;
  if (news === 'all') isReceiptFullBackupRequested = true;
  else pendingReceipts.push(...news);
  if (!isWaiting && (isReceiptFullBackupRequested || pendingReceipts.length > 0))
    enqueueBackup(backUpPendingReceipts);
}

async function backUpWrittenRows(written: readonly WrittenRowRef[]): Promise<void> {
  for (const one of written)
    switch (one.type) {
      case 'receipt':
        enqueueReceiptBackup([one]);
        break;
      case 'receipts':
        enqueueReceiptBackup('all');
        break;
      case 'entry':
      case 'entry_gone':
      case 'keys':
      case 'device':
        await applyChangeToBackup(one).catch(reportUnexpectedBackupError);
    }
}

/**
 * Maximum delay of a backup, ms. Copying a photo takes tenths of a second on a slow tablet, and the user must first see that
 * the entry is stored.
 */
const MAX_BACKUP_DELAY_MS = 1_000;
/** Type of `requestIdleCallback`, which workers and WebKit lack. */
type RequestIdle = (work: () => void, options: { timeout: number }) => unknown;
const waitForIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const { requestIdleCallback: request } = globalThis as { requestIdleCallback?: RequestIdle };
    if (request) request(resolve, { timeout: MAX_BACKUP_DELAY_MS });
    else resolve();
  });

/** Backs up everything that this window or worker writes from now on, an entry within about a second. */
export const startContinuousBackup = (): void =>
  setBackupWriteListener((written) =>
    enqueueBackup(async () => {
      const news = await written;
      if (news.some(({ type }) => type === 'entry')) await waitForIdle();
      await backUpWrittenRows(news);
    }),
  );

/**
 * Backs up the keys, the device's data and the receipts, and each of the entries that has no current backup, because there was
 * no space, or the tab died, or backups did not exist yet. Makes one backup after the other, so that newly confirmed entries
 * are backed up in between.
 */
export async function backUpEntriesAndDeviceData(entryIds: readonly string[]): Promise<void> {
  enqueueBackup(() => applyChangeToBackup({ type: 'keys', id: '' }));
  enqueueBackup(() => applyChangeToBackup({ type: 'device', id: '' }));
  for (const id of entryIds) {
    enqueueBackup(() => applyChangeToBackup({ type: 'entry', id }));
    await waitForBackups();
  }
  enqueueReceiptBackup('all');
}

export async function waitForBackups(): Promise<void> {
  const seen = backupQueue.last;
  await seen;
  if (seen !== backupQueue.last) await waitForBackups(); // The pending backups may have queued a backup of receipts.
}
