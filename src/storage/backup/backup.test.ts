import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  startBackupOnEmptyDevice,
  countBackupsBelow,
  createSampleWrappedKeyRow,
  wipeAfterBackupsAndSignIn,
} from '#tests/support/device/servers/backups.ts';
import { db } from '../database/database.ts';
import { retakeRejectedPicture } from '../outbox/replace-picture.ts';
import { ensureDeviceId } from '../device/device-identity.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { readQueuedRegistration, readSyncSummary } from '../outbox/entries.ts';
import { setBackupWriteListener } from '../database/entry-observer.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { readUnsentDataSummary } from '../device/storage-space.ts';
import { countBackedUpEntries } from './backup-cache.ts';
import { restoreAndRefreshBackups } from './restore.ts';
import { backUpEntriesAndDeviceData, waitForBackups } from './follow.ts';

beforeEach(startBackupOnEmptyDevice);
afterEach(() => vi.restoreAllMocks());

async function readItemContentsOf(entryId: string) {
  const items = await db.items.where('entryId').equals(entryId).sortBy('id');
  return Promise.all(
    items.map(async ({ id, kind, key }) => {
      const content = await readItemContent(id);
      const said = content.type === 'file' ? content.sha256 : content.type === 'body' && content.text;
      return { id, kind, key, said };
    }),
  );
}

describe('S25 outbox after the loss of the database', () => {
  it('the restore returns the complete outbox as queued, with the same idempotency keys, and counts one attempt that may have been made before the loss', async () => {
    const entryId = await confirmNewEntry('9999000017');
    const before = await readItemContentsOf(entryId);
    await wipeAfterBackupsAndSignIn();
    expect(await readQueuedRegistration(ANA_ID, entryId)).toBeNull();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await readItemContentsOf(entryId)).toEqual(before);
    expect(
      (await readQueuedRegistration(ANA_ID, entryId))?.items.map(({ state, attempts }) => [
        state.name,
        attempts,
      ]),
    ).toEqual([
      ['queued', 1],
      ['queued', 1],
      ['queued', 1],
    ]);
    const claimed = await claimDueItem();
    expect(claimed.item.kind).toBe('evaluation');
  });

  it('two windows that start together restore the outbox once', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    const both = await Promise.all([restoreAndRefreshBackups(), restoreAndRefreshBackups()]);
    expect(both.toSorted((a, b) => a - b)).toEqual([0, 1]);
    await waitForBackups();
    expect(await countBackedUpEntries()).toBe(1);
    expect((await readQueuedRegistration(ANA_ID, entryId))?.items).toHaveLength(3);
  });

  it('the restore returns another user’s entries, which stay encrypted', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await waitForBackups();
    await wipeDevice();
    await signInOnDevice(BEA_ID);
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await readUnsentDataSummary(BEA_ID)).toMatchObject({
      own: { evaluations: 0, files: 0, corrections: 0 },
      others: { evaluations: 1, files: 0, corrections: 0 },
      copies: 1,
    });
    await signInOnDevice(ANA_ID);
    expect((await readQueuedRegistration(ANA_ID, entryId))?.summary.identification_number).toBe('9999000017');
  });

  it('the restore returns an image that was captured again', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await deliverNextItem();
    const refused = await rejectNextItem();
    expect(await retakeRejectedPicture(ANA_ID, refused.id, randomPicture(12_000), Date.now())).toBe(true);
    const before = await readItemContentsOf(entryId);
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await readItemContentsOf(entryId)).toEqual(before);
  });
});

describe('D2 key that only this device has', () => {
  it('the restore returns the key with the rows that it encrypts, but replaces no key that the database already has', async () => {
    await db.deviceKeys.put(createSampleWrappedKeyRow('device'));
    await confirmNewEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await db.deviceKeys.toArray()).toEqual([createSampleWrappedKeyRow('device')]);
    await db.deviceKeys.update('mail-tag', { wrong: 0 });
    await restoreAndRefreshBackups();
    expect((await db.deviceKeys.get('mail-tag'))?.wrong).toBe(0);
  });

  it('a key that the server stores is not backed up', async () => {
    await db.deviceKeys.put(createSampleWrappedKeyRow('provider'));
    await confirmNewEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await db.deviceKeys.count()).toBe(0);
  });
});

describe('S25 data that must not be restored', () => {
  it('S7 the delivery of an entry deletes its backup', async () => {
    await confirmNewEntry('9999000017');
    await waitForBackups();
    expect(await countBackedUpEntries()).toBe(1);
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    await waitForBackups();
    expect(await countBackedUpEntries()).toBe(0);
    expect((await readSyncSummary(ANA_ID)).unsent).toBe(0);
  });

  it('the restore does not return a discarded entry, even if the tab died before the backup was deleted', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await waitForBackups();
    vi.spyOn(Cache.prototype, 'delete').mockResolvedValueOnce(false);
    await discardOutboxEntry(ANA_ID, entryId, Date.now());
    await waitForBackups();
    expect(await countBackupsBelow('/shadow/')).toBe(1);
    expect(await restoreAndRefreshBackups()).toBe(0);
    expect(await countBackupsBelow('/shadow/')).toBe(0);
    expect((await readSyncSummary(ANA_ID)).unsent).toBe(0);
  });

  it('S23 delivered items are not sent again after a restore, because the server may ignore idempotency keys', async () => {
    const entryId = await confirmNewEntry('9999000017');
    const remoteId = crypto.randomUUID();
    await deliverNextItem(remoteId);
    const arrived = await deliverNextItem();
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect([arrived, (await claimDueItem()).item.kind].toSorted()).toEqual(['photo', 'signature']);
    expect((await readQueuedRegistration(ANA_ID, entryId))?.items[0]?.state).toMatchObject({
      name: 'delivered',
      remoteId,
    });
  });

  it('the restore does not return the old version of a replaced image while another image is still rejected', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await deliverNextItem();
    const refused = await rejectNextItem();
    await rejectNextItem();
    expect(await retakeRejectedPicture(ANA_ID, refused.id, randomPicture(12_000), Date.now())).toBe(true);
    const before = await readItemContentsOf(entryId);
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await readItemContentsOf(entryId)).toEqual(before);
  });

  it('an entry that another window or the worker removes during the backup leaves no backup', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await waitForBackups();
    await caches.delete('ventanilla-shadow');
    setBackupWriteListener(() => undefined); // Turns off this window's backups, so that the test acts as another window from here on.
    const put = Object.getOwnPropertyDescriptor(Cache.prototype, 'put')?.value as Cache['put'];
    vi.spyOn(Cache.prototype, 'put').mockImplementationOnce(async function (this: Cache, ...given) {
      await discardOutboxEntry(ANA_ID, entryId, Date.now());
      await put.apply(this, given);
    });
    await backUpEntriesAndDeviceData([entryId]);
    expect(await countBackupsBelow('/shadow/')).toBe(0);
  });

  it('the restore does not change entries that are still in the outbox', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await waitForBackups();
    await claimDueItem();
    expect(await restoreAndRefreshBackups()).toBe(0);
    expect((await readQueuedRegistration(ANA_ID, entryId))?.items[0]?.state.name).toBe('sending');
  });
});

describe('S25 failing backup', () => {
  it('S20 a failed backup does not fail the confirmation, is counted as missing, and is made at the next start', async () => {
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await confirmNewEntry('9999000017');
    await waitForBackups();
    expect(await readUnsentDataSummary(ANA_ID)).toMatchObject({
      own: { evaluations: 1, files: 0, corrections: 0 },
      copies: 0,
    });
    await restoreAndRefreshBackups();
    await waitForBackups();
    expect(await readUnsentDataSummary(ANA_ID)).toMatchObject({
      own: { evaluations: 1, files: 0, corrections: 0 },
      copies: 1,
    });
  });

  it('a failed backup of one entry does not prevent the backups of others', async () => {
    setBackupWriteListener(() => undefined);
    for (const number of ['1', '2', '3']) await confirmNewEntry(number);
    await ensureDeviceId(); // Backs up the device's id first, so that the failure below affects the backup of an entry and not that of the id.
    vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
    await restoreAndRefreshBackups();
    await waitForBackups();
    await expect
      .poll(() => readUnsentDataSummary(ANA_ID))
      .toMatchObject({ own: { evaluations: 3, files: 0, corrections: 0 }, copies: 2 });
  });

  it('a rolled-back transaction does not block later backups', async () => {
    await expect(
      db.transaction('rw', db.entries, async () => {
        await db.entries.delete('nothing');
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await confirmNewEntry('9999000017');
    await waitForBackups();
    expect(await countBackupsBelow('/shadow/')).toBe(1);
  });

  it('an unreadable backup does not prevent the restore of other entries', async () => {
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow/00000000-0000-4000-8000-000000000000', new Response('torn'));
    const entryId = await confirmNewEntry('9999000017');
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await readQueuedRegistration(ANA_ID, entryId)).not.toBeNull();
    expect(reported).toHaveBeenCalledOnce();
  });

  it('the confirmation succeeds without a backup in a browser without Cache Storage', async () => {
    vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('', 'SecurityError'));
    await confirmNewEntry('9999000017');
    await waitForBackups();
    expect(await restoreAndRefreshBackups()).toBe(0);
    expect((await readUnsentDataSummary(ANA_ID)).copies).toBeNull();
  });
});
