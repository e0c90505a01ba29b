import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  openRescueFileWithCode,
  receiveOpenTransfer,
  packTestRescueFile,
} from '#tests/support/device/transfers.ts';
import {
  startBackupOnEmptyDevice,
  countBackupsBelow,
  createSampleWrappedKeyRow,
  wipeAfterBackupsAndSignIn,
} from '#tests/support/device/servers/backups.ts';
import { db } from '../database/database.ts';
import { storeDeviceSecretIfNone, ensureDeviceId, ensureDeviceIdentity } from '../device/device-identity.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { readSyncSummary } from '../outbox/entries.ts';
import { setBackupWriteListener } from '../database/entry-observer.ts';
import { restoreAndRefreshBackups } from './restore.ts';
import { startContinuousBackup, backUpEntriesAndDeviceData, waitForBackups } from './follow.ts';

beforeEach(startBackupOnEmptyDevice);
afterEach(() => vi.restoreAllMocks());

const ONE_DAY_MS = 24 * 60 * 60_000;
const listReceiptRows = () => db.receipts.orderBy('id').toArray();

async function discardEntry(number: string, capturedAt = Date.now()): Promise<string> {
  const entryId = await confirmNewEntry(number, { capturedAt });
  await discardOutboxEntry(ANA_ID, entryId, Date.now());
  return entryId;
}

describe('S22 the week’s receipts after the loss of the database', () => {
  beforeEach(ensureDeviceId);

  it('the restore returns the receipts of delivered and discarded entries, and the unsent entry', async () => {
    await confirmNewEntry('9999000017');
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    await discardEntry('9999000025');
    await confirmNewEntry('9999000033');
    const before = await listReceiptRows();
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await listReceiptRows()).toEqual(before);
    expect(before.map(({ outcome }) => outcome).toSorted()).toEqual(['delivered', 'discarded']);
    expect((await readSyncSummary(ANA_ID)).unsent).toBe(1);
  });

  it('receipts that were written before backups existed are backed up and restored for one week', async () => {
    setBackupWriteListener(() => undefined);
    const recent = await discardEntry('9999000017');
    await discardEntry('9999000025', Date.now() - 9 * ONE_DAY_MS);
    await restoreAndRefreshBackups();
    await waitForBackups();
    await expect.poll(() => countBackupsBelow('/shadow-receipts/')).toBe(1);
    startContinuousBackup();
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect((await listReceiptRows()).map(({ entryId }) => entryId)).toEqual([recent]);
  });

  it('when the app starts, it deletes backups of outbox receipts that are older than a week', async () => {
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-receipts/2020-01-02', new Response('old'));
    await restoreAndRefreshBackups();
    await expect.poll(() => countBackupsBelow('/shadow-receipts/')).toBe(0);
  });

  it('the restore returns no deleted receipt, neither at a start nor after the loss of the database', async () => {
    const gone = await discardEntry('9999000017');
    await discardEntry('9999000025');
    await db.receipts.delete(gone);
    await restoreAndRefreshBackups();
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect((await listReceiptRows()).map(({ entryId }) => entryId)).not.toContain(gone);
    expect(await listReceiptRows()).toHaveLength(1);
  });

  it('receipts written before the restore are merged with the restored receipts, and all of them are backed up', async () => {
    const before = await discardEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    const meanwhile = await discardEntry('9999000025');
    for (let nth = 0; nth < 2; nth += 1) {
      await restoreAndRefreshBackups();
      await expect.poll(async () => (await listReceiptRows()).length).toBe(2);
      await waitForBackups();
      await expect.poll(() => countBackupsBelow('/shadow-receipts/')).toBe(1);
    }
    expect((await listReceiptRows()).map(({ entryId }) => entryId).toSorted()).toEqual(
      [before, meanwhile].toSorted(),
    );
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await listReceiptRows()).toHaveLength(2);
  });

  it('the next start retries an unreadable receipt backup and skips a damaged one', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    await discardEntry('9999000017');
    await waitForBackups();
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-receipts/2099-01-02', new Response('torn'));
    await wipeAfterBackupsAndSignIn();
    vi.spyOn(Cache.prototype, 'keys').mockRejectedValueOnce(new Error('busy'));
    await expect(restoreAndRefreshBackups()).rejects.toThrow('busy');
    await waitForBackups();
    expect(await listReceiptRows()).toHaveLength(0);
    reported.mockClear();
    await restoreAndRefreshBackups();
    expect(await listReceiptRows()).toHaveLength(1);
    expect(reported).toHaveBeenCalledOnce();
  });

  it('S14 the restore returns all entries that a colleague received from a rescue file to the colleague’s outbox', async () => {
    for (const number of ['9999000017', '9999000025', '9999000033', '9999000041'])
      await confirmNewEntry(number);
    const file = await packTestRescueFile();
    await signInOnDevice(BEA_ID);
    await receiveOpenTransfer(await openRescueFileWithCode(file));
    const waitingEntries = async () =>
      (await db.entries.toArray()).map(({ id, ownerId }) => ({ id, ownerId }));
    const [before, receiptsBefore] = [await waitingEntries(), await listReceiptRows()];
    expect(new Set(before.map(({ ownerId }) => ownerId))).toEqual(new Set([BEA_ID]));
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(4);
    expect(await waitingEntries()).toEqual(before);
    expect(await listReceiptRows()).toEqual(receiptsBefore);
    await waitForBackups();
    await expect.poll(() => countBackupsBelow('/shadow/')).toBe(4);
  });

  it('S20 the restore does not return a discarded entry whose receipt could not be backed up for lack of space', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await waitForBackups();
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await discardOutboxEntry(ANA_ID, entryId, Date.now());
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(0);
  });

  it('D2 the restore after the loss of the database returns the data key that no server stores and that decrypts the outbox receipts', async () => {
    await db.deviceKeys.put(createSampleWrappedKeyRow('device'));
    await discardEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await db.deviceKeys.count()).toBe(1);
  });
});

describe('S25 backups of an empty database', () => {
  beforeEach(ensureDeviceId);

  it('the backups of entries and receipts stay when the database is lost while the app starts', async () => {
    await discardEntry('9999000017');
    const ids: string[] = [];
    for (const number of ['1', '2', '3']) ids.push(await confirmNewEntry(number));
    await waitForBackups();
    await wipeDevice();
    await backUpEntriesAndDeviceData(ids);
    await waitForBackups();
    expect([await countBackupsBelow('/shadow/'), await countBackupsBelow('/shadow-receipts/')]).toEqual([
      3, 1,
    ]);
    await signInOnDevice(ANA_ID);
    expect(await restoreAndRefreshBackups()).toBe(3);
    expect(await listReceiptRows()).toHaveLength(1);
  });

  it('D2 the backup of a key stays until the rows that it encrypts can be restored, even if another user signs in', async () => {
    await db.deviceKeys.put(createSampleWrappedKeyRow('device'));
    await confirmNewEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    await db.deviceKeys.put({ ...createSampleWrappedKeyRow('provider'), id: 'other', userId: BEA_ID });
    await waitForBackups();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect((await db.deviceKeys.get('mail-tag'))?.userId).toBe(ANA_ID);
  });

  it('S22 the restore returns the week’s receipts when the backup of the device id is missing', async () => {
    await discardEntry('9999000017');
    await waitForBackups();
    await caches.open('ventanilla-shadow').then((cache) => cache.delete('/shadow-identity'));
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await listReceiptRows()).toHaveLength(1);
  });

  it("the app deletes no backup when the device's clock is more than a year behind", async () => {
    await discardEntry('9999000017');
    await waitForBackups();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now - 400 * ONE_DAY_MS);
    await restoreAndRefreshBackups();
    await waitForBackups();
    vi.restoreAllMocks();
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await listReceiptRows()).toHaveLength(1);
  });

  it('restored receipts are backed up together, with fewer than five writes for 61 receipts', async () => {
    const entryId = await discardEntry('9999000017');
    const [one] = await listReceiptRows();
    if (!one) throw new Error('there is a receipt');
    const many = Array.from({ length: 60 }, (_, nth) => ({ ...one, id: `${entryId}:${nth}` }));
    await db.receipts.bulkPut(many);
    await waitForBackups();
    const put = vi.spyOn(Cache.prototype, 'put');
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    await waitForBackups();
    expect(await listReceiptRows()).toHaveLength(61);
    expect(put.mock.calls.length).toBeLessThan(5);
  });
});

describe('S24 device id that administrators see', () => {
  it('the device id stays the same after the loss of the database, whichever code requests it first', async () => {
    const id = await ensureDeviceId();
    await wipeDevice();
    expect(await ensureDeviceId()).toBe(id);
  });

  it('L1 the device id and the secret that signs its reports survive the loss of the database', async () => {
    const secret = {
      kty: 'EC',
      crv: 'P-256',
      x: 'x'.repeat(43),
      y: 'y'.repeat(43),
      d: 'd'.repeat(43),
    } as const;
    const before = await storeDeviceSecretIfNone(secret);
    await wipeDevice();
    expect(await ensureDeviceIdentity()).toEqual(before);
    expect(before.secret).toEqual(secret);
  });

  it('the restore returns the device id from an older backup without a secret', async () => {
    const id = await ensureDeviceId();
    await wipeDevice();
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-identity', new Response(`${id} kept`));
    expect(await ensureDeviceIdentity()).toEqual({ deviceId: id, secret: null });
  });

  it('the device keeps its id when an app version without backups created the id', async () => {
    const id = await ensureDeviceId();
    await caches.delete('ventanilla-shadow');
    await restoreAndRefreshBackups();
    await wipeDevice();
    expect(await ensureDeviceId()).toBe(id);
  });

  it('the device gets a new id when the backup is damaged, but not when it is temporarily unreadable', async () => {
    const id = await ensureDeviceId();
    await wipeDevice();
    vi.spyOn(Cache.prototype, 'match').mockRejectedValueOnce(new Error('busy'));
    await expect(ensureDeviceId()).rejects.toThrow();
    expect(await ensureDeviceId()).toBe(id);
    await wipeDevice();
    await caches.open('ventanilla-shadow').then((cache) => cache.put('/shadow-identity', new Response('')));
    expect(await ensureDeviceId()).toMatch(/^[\da-f-]{36}$/);
  });

  it('S20 the device has an id even without space or support for a backup', async () => {
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    const id = await ensureDeviceId();
    expect(await ensureDeviceId()).toBe(id);
    vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('', 'SecurityError'));
    await wipeDevice();
    expect(await ensureDeviceId()).not.toBe(id);
  });
});
