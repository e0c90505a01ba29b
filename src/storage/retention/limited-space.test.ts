import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyTestStatement, createBackupStatement } from '#tests/support/device/backup-statement.ts';
import {
  ANA_ID,
  captureAndConfirm,
  confirmAndDeliverEntry,
  countEntryAndBytesRows,
  draftContent,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { discardDraft, saveDraftPicture, seedCorrectionDraft } from '../drafts/drafts.ts';

const MS_PER_HOUR = 60 * 60_000;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});
afterEach(() => vi.restoreAllMocks());

describe('S29 P10.107 retention with limited space', () => {
  const quotaError = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  const withRoomFor = (files: number) => {
    const add = db.bytes.add.bind(db.bytes);
    vi.spyOn(db.bytes, 'add').mockImplementation(((row: never) =>
      db.bytes.count().then((there) => {
        if (there >= files) throw quotaError();
        return add(row);
      })) as never);
  };

  it('a full device evicts the oldest retained entry to store a registration', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('1');
    await applyTestStatement(createBackupStatement({ at: Date.now() - MS_PER_HOUR }));
    const second = await confirmAndDeliverEntry('2');
    withRoomFor(4);
    expect(await captureAndConfirm('3')).toMatchObject({ type: 'confirmed' });
    expect(await countEntryAndBytesRows()).toEqual([1, 1, 4]);
    expect(await db.kept.toCollection().primaryKeys()).toEqual([second]);
  });

  it('the device reports that it is full when nothing is left to evict', async () => {
    await applyTestStatement(createBackupStatement());
    await confirmAndDeliverEntry('1');
    withRoomFor(0);
    await expect(saveDraftPicture(ANA_ID, null, 'photo', randomPicture(100))).rejects.toMatchObject({
      kind: 'full',
    });
    expect(await db.kept.count()).toBe(0);
  });

  it('after a backup statement, the device retains only as many entries as fit into the space available for retention', async () => {
    await applyTestStatement(createBackupStatement());
    for (const number of ['1', '2']) {
      await confirmAndDeliverEntry(number);
      await applyTestStatement(createBackupStatement());
    }
    const size = (await db.kept.toArray())[0]?.size ?? 0;
    expect(size).toBeGreaterThan(29_000);
    await applyTestStatement(createBackupStatement(), 1.5 * size);
    expect(await countEntryAndBytesRows()).toEqual([0, 1, 2]);
  });

  it('a file shared by a retained entry and a draft stays until both are deleted', async () => {
    await applyTestStatement(createBackupStatement());
    const entryId = await confirmAndDeliverEntry('1');
    const [kept] = await db.kept.toArray();
    const picture = (kind: string) => kept?.items.find((item) => item.kind === kind)?.picture ?? null;
    const pictures = { photo: picture('photo'), signature: null };
    await seedCorrectionDraft(ANA_ID, entryId, draftContent('1'), { ...pictures, updatedAt: 1 });
    await discardDraft(ANA_ID, entryId);
    expect(await db.bytes.count()).toBe(2);
  });
});
