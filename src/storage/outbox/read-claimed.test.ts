import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  confirmation,
  deliverNextItem,
  draftContent,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { runAfterNextWrite, alterNextInsertion } from '#tests/support/device/unfaithful-rows.ts';
import { db } from '../database/database.ts';
import type { ItemRow } from '../database/records.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from '../drafts/drafts.ts';
import { enqueueConfirmation } from './registrations/enqueue.ts';

async function saveDraftToConfirm(number: string): Promise<void> {
  await saveDraftContent(ANA_ID, null, draftContent(number));
  await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(500));
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(500));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('read-back of a confirmation', () => {
  it('S2 a confirmation fails and keeps the draft when a picture does not read back as captured', async () => {
    await saveDraftToConfirm('1');
    const photo = (await db.drafts.toArray())[0]?.photo?.bytesId ?? '';
    await db.bytes.delete(photo);
    expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'unverified' });
    expect(await db.entries.count()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect((await loadDraft(ANA_ID, null))?.signature).not.toBeNull();
  });

  it.each<[what: string, change: (rows: readonly ItemRow[]) => ItemRow[]]>([
    ['a row is missing', (rows) => rows.slice(1)],
    ['a picture is another', (rows) => rows.map((row) => ({ ...row, picture: rows[1]?.picture ?? null }))],
    [
      'the words are cut off',
      (rows) => rows.map((row) => ({ ...row, sealedBody: row.sealedBody && new ArrayBuffer(3) })),
    ],
    [
      'the words do not open',
      (rows) => rows.map((row) => ({ ...row, sealedBody: row.sealedBody && new ArrayBuffer(64) })),
    ],
  ])(
    'S2 a confirmation restores the draft when the written rows do not read back (damage: %s)',
    async (_what, change) => {
      await saveDraftToConfirm('1');
      alterNextInsertion(change);
      expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'unverified' });
      expect(await db.entries.count()).toBe(0);
      expect(await db.items.count()).toBe(0);
      expect(await loadDraft(ANA_ID, null)).toMatchObject({ photo: {}, signature: {} });
      expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
    },
  );

  it.each<[sent: string, send: () => Promise<unknown>]>([
    [
      'all of it',
      async () => {
        for (let item = 0; item < 3; item += 1) await deliverNextItem();
      },
    ],
    ['the evaluation', () => deliverNextItem()],
  ])(
    'S3 a window that was frozen after writing reports the entry as confirmed when %s was sent in the meantime',
    async (_sent, send) => {
      await saveDraftContent(ANA_ID, null, draftContent('1'));
      await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(500));
      await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(500));
      runAfterNextWrite(send);
      expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
      expect(await db.drafts.count()).toBe(0);
    },
  );

  it('S3 the read-back accepts an entry that another window corrected in the meantime', async () => {
    await saveDraftToConfirm('1');
    runAfterNextWrite(() =>
      db.items.toCollection().modify({ key: 'another', sealedBody: new ArrayBuffer(9) }),
    );
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
    expect((await db.items.toArray()).map(({ key }) => key)).toEqual(['another', 'another', 'another']);
  });

  it('S3 S7 a failed read-back does not remove an entry that was sent once and waits for a retry', async () => {
    await saveDraftToConfirm('1');
    alterNextInsertion((rows) => rows.slice(0, 2));
    runAfterNextWrite(() => db.items.toCollection().modify({ attempts: 1 }));
    expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'unverified' });
    expect([await db.drafts.count(), await db.entries.count()]).toEqual([0, 1]);
  });

  it('S3 when a confirmed entry cannot be read back, the device does not overwrite a draft that another window has begun', async () => {
    await saveDraftToConfirm('1');
    alterNextInsertion((rows) => rows.slice(1));
    const [begun] = await db.drafts.toArray();
    if (!begun) throw new Error('no draft');
    runAfterNextWrite(() => db.drafts.put({ ...begun, revision: 'of another window' }));
    expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'unverified' });
    expect((await db.drafts.toArray()).map(({ revision }) => revision)).toEqual(['of another window']);
  });

  it('S2 S3 a failed read-back keeps an entry whose send has begun, so that it is not sent twice', async () => {
    await saveDraftToConfirm('1');
    alterNextInsertion((rows) => rows.slice(0, 2));
    runAfterNextWrite(() => deliverNextItem());
    expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'unverified' });
    expect([await db.drafts.count(), await db.entries.count()]).toEqual([0, 1]);
  });

  it('S2 a confirmation reads only those pictures that this window did not verify at capture', async () => {
    await saveDraftToConfirm('1');
    const reads = vi.spyOn(db.bytes, 'get');
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
    expect(reads).not.toHaveBeenCalled();

    await saveDraftToConfirm('2');
    const [draft] = await db.drafts.toArray();
    const bytes = await db.bytes.get(draft?.photo?.bytesId ?? '');
    const id = crypto.randomUUID();
    if (draft?.photo && bytes) {
      await db.bytes.add({ ...bytes, id });
      await db.drafts.put({ ...draft, photo: { ...draft.photo, bytesId: id } });
    }
    // The copied bytes have another id, which is part of their AAD, so they do not decrypt.
    expect(await enqueueConfirmation(confirmation('2'))).toEqual({ type: 'unverified' });
    expect(reads).toHaveBeenCalledWith(id);
    expect(await db.entries.count()).toBe(1);
    expect(await db.drafts.count()).toBe(1);
    reads.mockRestore();
  });
});
