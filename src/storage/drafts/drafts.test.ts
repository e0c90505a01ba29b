import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANA_ID,
  BEA_ID,
  confirmation,
  confirmNewEntry,
  draftContent,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { damageStoredBytes, damageCopyOfBytes } from '#tests/support/device/unfaithful-rows.ts';
import { db } from '../database/database.ts';
import { discardDraft, loadDraft, saveDraftContent, saveDraftPicture } from './drafts.ts';
import { enqueueConfirmation } from '../outbox/registrations/enqueue.ts';
import { runStorageOperation } from '../base/problem.ts';
import { sha256Hex } from '../vault/vault.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S3 drafts', () => {
  it('the device stores one draft per user with form and images byte for byte', async () => {
    const photo = randomPicture(50_000);
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', photo);
    const draft = await loadDraft(ANA_ID, null);
    expect(draft?.content).toEqual(draftContent('1'));
    expect(await sha256Hex(draft?.photo?.bytes ?? new ArrayBuffer(0))).toBe(await sha256Hex(photo.bytes));
    await signInOnDevice(BEA_ID);
    expect(await loadDraft(BEA_ID, null)).toBeNull();
  });

  it('the stored draft contains the last input, even when saves are requested faster than they are written', async () => {
    const saves = Array.from({ length: 40 }, (_, nth) =>
      saveDraftContent(ANA_ID, null, draftContent(String(nth))),
    );
    await Promise.all([...saves, saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9))]);
    const draft = await loadDraft(ANA_ID, null);
    expect(draft?.content?.form.identification_number).toBe('39');
    expect(draft?.photo).not.toBeNull();
  });

  it('discarding a draft deletes it with its images and leaves the outbox unchanged', async () => {
    await confirmNewEntry('1');
    const before = await db.bytes.count();
    await saveDraftContent(ANA_ID, null, draftContent('2'));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(9));
    await discardDraft(ANA_ID, null);
    expect(await loadDraft(ANA_ID, null)).toBeNull();
    expect(await db.bytes.count()).toBe(before);
  });

  it('when the bytes of an image are missing, the draft is loaded without that image', async () => {
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9));
    await db.bytes.clear();
    expect((await loadDraft(ANA_ID, null))?.photo).toBeNull();
  });

  it('S20 an image that cannot be decrypted is omitted from the loaded draft; form and other images stay', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(9, 'image/png'));
    await damageStoredBytes((await db.drafts.get(`${ANA_ID}:new`))?.photo?.bytesId ?? '');
    const draft = await loadDraft(ANA_ID, null);
    expect(draft).toMatchObject({
      content: draftContent('1'),
      photo: null,
      signature: { mime: 'image/png' },
    });
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9));
    expect((await loadDraft(ANA_ID, null))?.photo).not.toBeNull();
  });

  it('S20 when the form of a draft cannot be decrypted although the key exists, the draft is reported as damaged and can be discarded', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    const row = await db.drafts.get(`${ANA_ID}:new`);
    await db.drafts.update(`${ANA_ID}:new`, { sealedContent: damageCopyOfBytes(row?.sealedContent) });
    await expect(loadDraft(ANA_ID, null)).rejects.toMatchObject({ kind: 'damaged' });
    await discardDraft(ANA_ID, null);
    expect(await loadDraft(ANA_ID, null)).toBeNull();
  });

  it('S2 saving an image fails at once when the stored bytes differ from the captured ones; a new capture succeeds', async () => {
    const lost = vi.spyOn(db.bytes, 'get').mockResolvedValueOnce(undefined);
    const captured = saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9));
    await expect(captured).rejects.toMatchObject({ kind: 'unverified' });
    lost.mockRestore();
    const { sealed = new ArrayBuffer(0) } = (await db.bytes.toArray())[0] ?? {};
    const other = { id: '', ownerId: ANA_ID, sealed: sealed.slice(0, -1) };
    const cut = vi.spyOn(db.bytes, 'get').mockResolvedValueOnce(other);
    const again = saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9));
    await expect(again).rejects.toMatchObject({ kind: 'unverified' });
    cut.mockRestore();
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(9));
    expect(await db.bytes.count()).toBe(1);
    expect((await loadDraft(ANA_ID, null))?.photo).not.toBeNull();
  });

  it('the device rejects the save of a draft while the user’s key is missing and accepts it after the sign-in', async () => {
    await expect(saveDraftContent(BEA_ID, null, draftContent('1'))).rejects.toMatchObject({
      name: 'StorageProblem',
      kind: 'locked',
    });
    await signInOnDevice(BEA_ID);
    await saveDraftContent(BEA_ID, null, draftContent('2'));
    expect((await loadDraft(BEA_ID, null))?.content?.form.identification_number).toBe('2');
  });
});

describe('S3 one draft open in two windows', () => {
  const changed = { name: 'StorageProblem', kind: 'changed' };

  async function captureIn(number: string) {
    await saveDraftContent(ANA_ID, null, draftContent(number));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(100));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(100, 'image/png'));
  }
  const writeFromOtherWindow = (revision: string) => db.drafts.toCollection().modify({ revision });

  it('a window can neither confirm, overwrite nor discard a draft that another window changed, until the first window has loaded the change', async () => {
    await captureIn('1');
    await writeFromOtherWindow('of the other window');
    await expect(enqueueConfirmation(confirmation('1'))).rejects.toMatchObject(changed);
    await expect(saveDraftContent(ANA_ID, null, draftContent('1'))).rejects.toMatchObject(changed);
    await expect(saveDraftPicture(ANA_ID, null, 'photo', null)).rejects.toMatchObject(changed);
    await expect(discardDraft(ANA_ID, null)).rejects.toMatchObject(changed);
    expect(await db.entries.count()).toBe(0);
    await loadDraft(ANA_ID, null);
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
  });

  it('a second window cannot confirm the same patient again, even after the first window has captured the next patient’s images', async () => {
    await captureIn('1');
    const [row] = await db.drafts.toArray();
    await db.drafts.clear();
    await expect(enqueueConfirmation(confirmation('1'))).rejects.toMatchObject(changed);
    if (row) await db.drafts.put({ ...row, revision: 'of the next person' });
    await expect(enqueueConfirmation(confirmation('1'))).rejects.toMatchObject(changed);
    expect(await db.entries.count()).toBe(0);
  });
});

describe('S20 classification of storage failures', () => {
  const rejectWith = (name: string, inner?: Error) => () =>
    Promise.reject(Object.assign(new Error('x'), { name, inner }));

  it.each([
    ['full', rejectWith('QuotaExceededError')],
    ['full', rejectWith('AbortError', Object.assign(new Error('x'), { name: 'QuotaExceededError' }))],
    ['closed', rejectWith('DatabaseClosedError')],
    ['closed', rejectWith('UnknownError')],
    ['unavailable', rejectWith('MissingAPIError')],
  ])('a failed storage operation throws a StorageProblem of kind %s', async (kind, operation) => {
    await expect(runStorageOperation(operation)).rejects.toMatchObject({ name: 'StorageProblem', kind });
  });

  it('an error that is not a storage failure is thrown unchanged', async () => {
    await expect(runStorageOperation(rejectWith('TypeError'))).rejects.toMatchObject({ name: 'TypeError' });
  });
});
