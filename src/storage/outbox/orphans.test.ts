import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  confirmNewEntry,
  deliverNextItem,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { saveDraftPicture } from '../drafts/drafts.ts';
import { deleteOrphanedFiles } from '../keys/orphans.ts';
import { retakeRejectedPicture } from './replace-picture.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});
afterEach(() => void vi.restoreAllMocks());

const listBytesIds = () => db.bytes.toCollection().primaryKeys();

describe('S2 retaken picture that no row references yet', () => {
  it('the next app start deletes stored pictures that no row references and keeps all others', async () => {
    await confirmNewEntry('1');
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(700));
    await db.kept.put({ id: 'k', bytesIds: ['arrived'], life: 'l', seenAt: 1, size: 1 } as never);
    await db.bytes.add({ id: 'arrived', ownerId: ANA_ID, sealed: new ArrayBuffer(1) });
    const named = await listBytesIds();
    await db.bytes.add({ id: 'orphan', ownerId: ANA_ID, sealed: new ArrayBuffer(1) });
    await deleteOrphanedFiles();
    expect(await listBytesIds()).toEqual(named);
    expect(named).toHaveLength(4);
  });

  it('retaking a rejected picture fails as unverified when the start of another window deletes the new picture; the rejected picture is kept', async () => {
    await confirmNewEntry('1');
    await deliverNextItem();
    const refused = await rejectNextItem();
    const before = await listBytesIds();
    vi.spyOn(db.bytes, 'get').mockImplementationOnce((async (id: string) => {
      const row = await db.bytes.where('id').equals(id).first();
      await deleteOrphanedFiles();
      return row;
    }) as never);
    const taken = retakeRejectedPicture(ANA_ID, refused.id, randomPicture(777), Date.now());
    await expect(taken).rejects.toMatchObject({ kind: 'unverified' });
    expect(await listBytesIds()).toEqual(before);
  });
});
