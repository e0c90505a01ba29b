// @module-tag landing
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry } from '#tests/support/device/device.ts';
import {
  startBackupOnEmptyDevice,
  countBackupsBelow,
  wipeAfterBackupsAndSignIn,
} from '#tests/support/device/servers/backups.ts';
import { db } from '../database/database.ts';
import { setBackupWriteListener } from '../database/entry-observer.ts';
import type { OutboxReceiptRow } from '../database/records.ts';
import { ensureDeviceId } from '../device/device-identity.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { waitForBackups, startContinuousBackup } from './follow.ts';
import { restoreAndRefreshBackups } from './restore.ts';

let firstReceipt: OutboxReceiptRow;
beforeEach(async () => {
  await startBackupOnEmptyDevice();
  await ensureDeviceId();
  const entryId = await confirmNewEntry('9999000017');
  await discardOutboxEntry(ANA_ID, entryId, Date.now());
  const receipt = await db.receipts.get(entryId);
  if (!receipt) throw new Error('there is a receipt');
  firstReceipt = receipt;
});
afterEach(() => {
  vi.restoreAllMocks();
  startContinuousBackup();
});

let createdRowCount = 0;
const createReceiptRows = (count: number): OutboxReceiptRow[] =>
  Array.from({ length: count }, () => ({
    ...firstReceipt,
    id: `${firstReceipt.id}:${(createdRowCount += 1)}`,
  }));

const countReceiptRows = () => db.receipts.count();

async function restoreAndBackUp(): Promise<void> {
  await restoreAndRefreshBackups();
  await waitForBackups();
}

async function storeReceiptsSequentially(rows: readonly OutboxReceiptRow[]): Promise<void> {
  for (const row of rows) {
    await db.receipts.put(row);
    await waitForBackups();
  }
}

async function measureBackupCost(
  work: () => Promise<void>,
): Promise<{ rowsRead: number; puts: number; lists: number }> {
  let rowsRead = 0;
  const read = (row: OutboxReceiptRow) => {
    rowsRead += 1;
    return row;
  };
  const put = vi.spyOn(Cache.prototype, 'put');
  const keys = vi.spyOn(Cache.prototype, 'keys');
  db.receipts.hook('reading', read);
  await work();
  db.receipts.hook('reading').unsubscribe(read);
  const cost = { rowsRead, puts: put.mock.calls.length, lists: keys.mock.calls.length };
  vi.restoreAllMocks();
  return cost;
}

describe('S25 cost of backing up a receipt', () => {
  it(
    'backing up 40 single receipts costs the same with 500 existing receipts as with none',
    { tags: ['landing'] },
    async () => {
      await restoreAndBackUp();
      const few = await measureBackupCost(() => storeReceiptsSequentially(createReceiptRows(40)));
      await db.receipts.bulkPut(createReceiptRows(500));
      await restoreAndBackUp();
      const many = await measureBackupCost(() => storeReceiptsSequentially(createReceiptRows(40)));
      expect(many).toEqual(few);
      expect(many.rowsRead / 40).toBeLessThan(100);
      expect(many.lists).toBeLessThanOrEqual(1); // Only the backup of a day's first receipt lists the cache, to find backups older than a week.
    },
  );

  it(
    'the cost of backups grows linearly in a long drain: 384 receipts cost at most four times as much as 96',
    { tags: ['landing'] },
    async () => {
      const putAndBackUp = async (rows: readonly OutboxReceiptRow[]) => {
        for (let at = 0; at < rows.length; at += 16) {
          await db.receipts.bulkPut(rows.slice(at, at + 16));
          await waitForBackups();
        }
      };
      await restoreAndBackUp();
      const first = await measureBackupCost(() => putAndBackUp(createReceiptRows(96)));
      await restoreAndBackUp();
      const whole = await measureBackupCost(() => putAndBackUp(createReceiptRows(384)));
      expect(whole.rowsRead).toBeLessThanOrEqual(first.rowsRead * 4);
      expect(whole.puts).toBeLessThanOrEqual(first.puts * 4);
    },
  );
});

describe('S25 receipts written since the start of the app', () => {
  it('the restore returns each new receipt once, and the next start merges them into the day’s backup', async () => {
    await storeReceiptsSequentially(createReceiptRows(3));
    await restoreAndBackUp();
    await storeReceiptsSequentially(createReceiptRows(40));
    expect(await countBackupsBelow('/shadow-receipts/')).toBeGreaterThan(2);
    const before = await countReceiptRows();
    for (let nth = 0; nth < 2; nth += 1) {
      await wipeAfterBackupsAndSignIn();
      await restoreAndRefreshBackups();
      expect(await countReceiptRows()).toBe(before);
      await restoreAndBackUp();
      expect(await countBackupsBelow('/shadow-receipts/')).toBe(1);
    }
  });

  it('the restore returns each receipt once when the app died between writing the day’s backup and deleting its parts', async () => {
    await storeReceiptsSequentially(createReceiptRows(3));
    const cache = await caches.open('ventanilla-shadow');
    const [part] = (await cache.keys()).filter(({ url }) => url.includes('/shadow-receipts/'));
    const copy = part && (await cache.match(part));
    if (!copy) throw new Error('there is a part');
    await cache.put(new URL(part.url).pathname.replace(/\/[^/]*$/, ''), copy);
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await countReceiptRows()).toBe(4);
  });

  it('no receipt is lost when another window writes a receipt while a starting window merges the parts of the day’s backup', async () => {
    await storeReceiptsSequentially(createReceiptRows(3));
    const [row] = createReceiptRows(1);
    const cache = await caches.open('ventanilla-shadow');
    const remove = cache.delete.bind(cache);
    vi.spyOn(Cache.prototype, 'delete').mockImplementation(async (request) => {
      const isPart = request instanceof Request && /receipts\/[\d-]+\/./.test(request.url);
      if (isPart && row && !(await db.receipts.get(row.id))) {
        setBackupWriteListener(() => undefined); // Simulates another window, which writes the receipt into the part that is about to be deleted.
        await db.receipts.put(row);
        startContinuousBackup();
      }
      return remove(request);
    });
    await restoreAndBackUp();
    const before = await countReceiptRows();
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await countReceiptRows()).toBe(before);
  });

  it('the outbox backup does not merge the parts of a day’s receipts while the device’s database has no device id', async () => {
    await storeReceiptsSequentially(createReceiptRows(3));
    const copies = await countBackupsBelow('/shadow-receipts/');
    await db.device.delete('identity');
    await db.receipts.clear();
    await db.receipts.bulkDelete(['any']);
    await waitForBackups();
    expect(await countBackupsBelow('/shadow-receipts/')).toBe(copies);
  });

  it('no backup of a day remains when the day’s last receipt was deleted', async () => {
    await storeReceiptsSequentially(createReceiptRows(3));
    await db.receipts.bulkDelete(await db.receipts.toCollection().primaryKeys());
    await waitForBackups();
    expect(await countBackupsBelow('/shadow-receipts/')).toBe(0);
  });
});
