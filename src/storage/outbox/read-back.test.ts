import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA,
  confirmation,
  deliverNext,
  draftContent,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { afterNextWrite, storesOtherwise } from '#tests/support/device/unfaithful-rows.ts';
import { db } from '../database/database.ts';
import type { ItemRow } from '../database/records.ts';
import { loadDraft, saveDraft, saveDraftPicture } from '../drafts/drafts.ts';
import { enqueue } from './enqueue.ts';

async function draftToConfirm(number: string): Promise<void> {
  await saveDraft(ANA, null, draftContent(number));
  await saveDraftPicture(ANA, null, 'photo', randomPicture(500));
  await saveDraftPicture(ANA, null, 'signature', randomPicture(500));
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('reading back what was confirmed', () => {
  it('S2 bytes that do not read back as captured are said, and the draft is there again', async () => {
    await draftToConfirm('1');
    const photo = (await db.drafts.toArray())[0]?.photo?.bytesId ?? '';
    await db.bytes.delete(photo);
    expect(await enqueue(confirmation('1'))).toEqual({ type: 'unverified' });
    expect(await db.entries.count()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect((await loadDraft(ANA, null))?.signature).not.toBeNull();
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
  ])('S2 where what was written does not read back (%s) the draft is there again', async (_what, change) => {
    await draftToConfirm('1');
    storesOtherwise(change);
    expect(await enqueue(confirmation('1'))).toEqual({ type: 'unverified' });
    expect(await db.entries.count()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect(await loadDraft(ANA, null)).toMatchObject({ photo: {}, signature: {} });
    expect(await enqueue(confirmation('1'))).toMatchObject({ type: 'confirmed' });
  });

  it.each<[sent: string, send: () => Promise<unknown>]>([
    [
      'all of it',
      async () => {
        for (let item = 0; item < 3; item += 1) await deliverNext();
      },
    ],
    ['the evaluation', () => deliverNext()],
  ])(
    'S3 a window that froze after it wrote has confirmed, where %s was sent meanwhile',
    async (_sent, send) => {
      await saveDraft(ANA, null, draftContent('1'));
      await saveDraftPicture(ANA, null, 'photo', randomPicture(500));
      await saveDraftPicture(ANA, null, 'signature', randomPicture(500));
      afterNextWrite(send);
      expect(await enqueue(confirmation('1'))).toMatchObject({ type: 'confirmed' });
      expect(await db.drafts.count()).toBe(0);
    },
  );

  it('S3 what another window corrected meanwhile stays as it corrected it', async () => {
    await draftToConfirm('1');
    afterNextWrite(() => db.items.toCollection().modify({ key: 'another', sealedBody: new ArrayBuffer(9) }));
    expect(await enqueue(confirmation('1'))).toMatchObject({ type: 'confirmed' });
    expect((await db.items.toArray()).map(({ key }) => key)).toEqual(['another', 'another', 'another']);
  });

  it('S3 S7 what was sent and waits to be sent again is not taken back', async () => {
    await draftToConfirm('1');
    storesOtherwise((rows) => rows.slice(0, 2));
    afterNextWrite(() => db.items.toCollection().modify({ attempts: 1 }));
    expect(await enqueue(confirmation('1'))).toEqual({ type: 'unverified' });
    expect([await db.drafts.count(), await db.entries.count()]).toEqual([0, 1]);
  });

  it('S3 nothing is put over what another window has begun', async () => {
    await draftToConfirm('1');
    storesOtherwise((rows) => rows.slice(1));
    const [begun] = await db.drafts.toArray();
    if (!begun) throw new Error('no draft');
    afterNextWrite(() => db.drafts.put({ ...begun, revision: 'of another window' }));
    expect(await enqueue(confirmation('1'))).toEqual({ type: 'unverified' });
    expect((await db.drafts.toArray()).map(({ revision }) => revision)).toEqual(['of another window']);
  });

  it('S2 S3 what does not read back is said, and not taken back once its sending has begun: it is not sent twice', async () => {
    await draftToConfirm('1');
    storesOtherwise((rows) => rows.slice(0, 2));
    afterNextWrite(() => deliverNext());
    expect(await enqueue(confirmation('1'))).toEqual({ type: 'unverified' });
    expect([await db.drafts.count(), await db.entries.count()]).toEqual([0, 1]);
  });

  it('S2 what was read back at capture is not read again; what this window did not capture is', async () => {
    await draftToConfirm('1');
    const reads = vi.spyOn(db.bytes, 'get');
    expect(await enqueue(confirmation('1'))).toMatchObject({ type: 'confirmed' });
    expect(reads).not.toHaveBeenCalled();

    await draftToConfirm('2');
    const [draft] = await db.drafts.toArray();
    const bytes = await db.bytes.get(draft?.photo?.bytesId ?? '');
    const id = crypto.randomUUID();
    if (draft?.photo && bytes) {
      await db.bytes.add({ ...bytes, id });
      await db.drafts.put({ ...draft, photo: { ...draft.photo, bytesId: id } });
    }
    // Sealed for another place: it does not open there.
    expect(await enqueue(confirmation('2'))).toEqual({ type: 'unverified' });
    expect(reads).toHaveBeenCalledWith(id);
    expect(await db.entries.count()).toBe(1);
    expect(await db.drafts.count()).toBe(1);
    reads.mockRestore();
  });
});
