import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  draftContent,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { deliverNewRegistration } from '#tests/support/device/corrections.ts';
import { db } from '../../database/database.ts';
import {
  draftIdOf,
  loadDraft,
  recordSeenDraftRevision,
  saveDraftContent,
  saveDraftPicture,
} from '../../drafts/drafts.ts';
import {
  deleteObsoleteCorrectionDrafts,
  listIdsOfEntriesBeingCorrected,
  listBegunCorrectionsOfSent,
} from './corrections.ts';
import { enqueueConfirmation } from './enqueue.ts';
import { discardOutboxEntry, makeItemsDueForRetry } from '../entry-actions.ts';
import { openCorrection } from './open-correction.ts';

async function openCorrectionOfRejected(number = '1'): Promise<string> {
  const entryId = await confirmNewEntry(number);
  await rejectNextItem();
  await openCorrection(ANA_ID, entryId, null);
  await loadDraft(ANA_ID, entryId);
  return entryId;
}
async function editCorrectionOfRejected(number = '1'): Promise<string> {
  const entryId = await openCorrectionOfRejected(number);
  await saveDraftContent(ANA_ID, entryId, draftContent('corrected'));
  await saveDraftPicture(ANA_ID, entryId, 'photo', randomPicture(5_000));
  return entryId;
}

async function retryAndDeliver(entryId: string): Promise<void> {
  await makeItemsDueForRetry(ANA_ID, entryId, Date.now());
  for (let item = 0; item < 3; item += 1) await deliverNextItem();
}
/** Simulates a reload: the new page has not shown the draft yet. */
const simulatePageReload = (entryId: string) => recordSeenDraftRevision(draftIdOf(ANA_ID, entryId), null);
const discardEntryOfAna = (entryId: string) => discardOutboxEntry(ANA_ID, entryId, Date.now());

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S30 correction that was begun and not confirmed', () => {
  it('S10 S22 discarding a registration deletes its begun correction with the pictures', async () => {
    const other = await editCorrectionOfRejected('2');
    await discardEntryOfAna(await editCorrectionOfRejected());
    expect(await listAllReceipts()).toMatchObject([{ outcome: 'discarded' }]);
    expect(await db.drafts.toCollection().primaryKeys()).toEqual([`${ANA_ID}:${other}`]);
    expect(await db.bytes.count(), 'two of the other, and its new photo').toBe(3);
    expect(await listIdsOfEntriesBeingCorrected(ANA_ID)).toEqual([other]);
  });

  it('P10.283 a begun correction is kept when its registration is delivered in the meantime', async () => {
    const entryId = await editCorrectionOfRejected();
    await retryAndDeliver(entryId);
    expect(await listAllReceipts()).toMatchObject([{ outcome: 'delivered' }]);
    expect(await listIdsOfEntriesBeingCorrected(ANA_ID)).toEqual([]);
    expect(await listBegunCorrectionsOfSent(ANA_ID)).toEqual([
      { key: entryId, patientName: 'Zoraida Quiñones' },
    ]);
    expect((await loadDraft(ANA_ID, entryId))?.content?.form.identification_number).toBe('corrected');
  });

  it('P10.283 the next app start deletes a correction that was opened but not changed, once its registration has left the outbox', async () => {
    const begun = await editCorrectionOfRejected('1');
    await retryAndDeliver(begun);
    const opened = await openCorrectionOfRejected('2');
    await retryAndDeliver(opened);
    const unsent = await openCorrectionOfRejected('3');
    simulatePageReload(opened);
    await deleteObsoleteCorrectionDrafts();
    const keys = (await db.drafts.toCollection().primaryKeys()).sort();
    expect(keys).toEqual([`${ANA_ID}:${begun}`, `${ANA_ID}:${unsent}`].sort());
  });

  it('P10.283 the cleanup at the app start keeps a correction that the user opened before the cleanup ran', async () => {
    const entryId = await deliverNewRegistration();
    await openCorrection(ANA_ID, entryId, null);
    await loadDraft(ANA_ID, entryId);
    await deleteObsoleteCorrectionDrafts();
    await saveDraftContent(ANA_ID, entryId, draftContent('corrected'));
    expect((await loadDraft(ANA_ID, entryId))?.content?.form.identification_number).toBe('corrected');
  });

  it('P10.283 the cleanup at the app start keeps a correction that was created and not shown yet', async () => {
    const entryId = await deliverNewRegistration();
    await openCorrection(ANA_ID, entryId, null);
    await deleteObsoleteCorrectionDrafts();
    expect((await loadDraft(ANA_ID, entryId))?.content?.form.identification_number).toBe('1');
  });

  it('the device lists a begun correction while a part of its registration is unsent', async () => {
    const entryId = await editCorrectionOfRejected();
    await makeItemsDueForRetry(ANA_ID, entryId, Date.now());
    await deliverNextItem();
    expect(await listIdsOfEntriesBeingCorrected(ANA_ID)).toEqual([entryId]);
  });

  it('S10 the device rejects a correction whose registration was discarded', async () => {
    const entryId = await openCorrectionOfRejected();
    await discardEntryOfAna(entryId);
    const correction = confirmation('2', { correcting: entryId });
    expect(await enqueueConfirmation(correction)).toEqual({ type: 'not_correctable' });
    await expect(saveDraftContent(ANA_ID, entryId, draftContent('2'))).rejects.toMatchObject({
      kind: 'changed',
    });
    expect(await enqueueConfirmation(correction)).toEqual({ type: 'not_correctable' });
    expect(await db.drafts.count()).toBe(0);
  });
});
