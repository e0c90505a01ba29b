import { beforeEach, describe, expect, it } from 'vitest';
import {
  allReceipts,
  ANA,
  confirmation,
  confirmedEntry,
  deliverNext,
  draftContent,
  randomPicture,
  refuseNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { loadDraft, saveDraft, saveDraftPicture } from '../drafts/drafts.ts';
import { listBegunCorrections } from './corrections.ts';
import { enqueue } from './enqueue.ts';
import { removeEntry, restoreForCorrection, retryItems } from './entry-actions.ts';

/** Refused, and opened in the wizard as this window shows it. */
async function openedCorrection(number = '1'): Promise<string> {
  const entryId = await confirmedEntry(number);
  await refuseNext();
  await restoreForCorrection(ANA, entryId);
  await loadDraft(ANA, entryId);
  return entryId;
}
async function begunCorrection(number = '1'): Promise<string> {
  const entryId = await openedCorrection(number);
  await saveDraft(ANA, entryId, draftContent('corrected'));
  await saveDraftPicture(ANA, entryId, 'photo', randomPicture(5_000));
  return entryId;
}

/** Another window sends it as it was. */
async function deliver(entryId: string): Promise<void> {
  await retryItems(ANA, entryId, Date.now());
  for (let item = 0; item < 3; item += 1) await deliverNext();
}
const discard = (entryId: string) => removeEntry(ANA, entryId, Date.now());

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S22 a correction of what has left the queue', () => {
  it.each([
    ['delivered', deliver],
    ['discarded', discard],
  ])('leaves with it, pictures and all, where that was %s', async (outcome, close) => {
    const other = await begunCorrection('2');
    await close(await begunCorrection());
    expect(await allReceipts()).toMatchObject([{ outcome }]);
    expect(await db.drafts.toCollection().primaryKeys()).toEqual([`${ANA}:${other}`]);
    expect(await db.bytes.count(), 'two of the other, and its new photo').toBe(3);
    expect(await listBegunCorrections(ANA)).toEqual([other]);
  });

  it('stays while anything of it is here', async () => {
    const entryId = await begunCorrection();
    await retryItems(ANA, entryId, Date.now());
    await deliverNext();
    expect(await listBegunCorrections(ANA)).toEqual([entryId]);
  });

  it.each([
    ['delivered', deliver],
    ['discarded', discard],
  ])('S10 whoever has it open while it is %s is told so at the confirmation', async (_outcome, close) => {
    const entryId = await openedCorrection();
    await close(entryId);
    const correction = confirmation('2', { correcting: entryId });
    expect(await enqueue(correction)).toEqual({ type: 'not_correctable' });
    await expect(saveDraft(ANA, entryId, draftContent('2'))).rejects.toMatchObject({ kind: 'changed' });
    expect(await enqueue(correction)).toEqual({ type: 'not_correctable' });
    expect(await db.drafts.count()).toBe(0);
  });
});
