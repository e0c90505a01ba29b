import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  listAllReceipts,
  ANA_ID,
  BEA_ID,
  SAMPLE_REJECTION,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { loadDraft, saveDraftPicture } from '../drafts/drafts.ts';
import { enqueueConfirmation } from './registrations/enqueue.ts';
import { retakeRejectedPicture } from './replace-picture.ts';
import { discardOutboxEntry, makeItemsDueForRetry } from './entry-actions.ts';
import { openCorrection } from './registrations/open-correction.ts';
import {
  findNewestPatientRegistration,
  listOutboxReceipts,
  readQueuedRegistration,
  readRegistrationFigures,
  readSyncSummary,
} from './entries.ts';
import { readItemContent } from './sending/outbox-content.ts';
import { countUnsentOfOthers } from '../device/unsent.ts';
import { outboxStore } from './sending/outbox-store.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('receipts and entries that require attention', () => {
  it('S16 a user sees only the number of other users’ unsent entries', async () => {
    await confirmNewEntry('1');
    await confirmNewEntry('2');
    await signInOnDevice(BEA_ID);
    await confirmNewEntry('3', { ownerId: BEA_ID });
    expect(await countUnsentOfOthers(ANA_ID)).toEqual({ evaluations: 1, files: 0, corrections: 0 });
    expect(await countUnsentOfOthers(BEA_ID)).toEqual({ evaluations: 2, files: 0, corrections: 0 });
    expect(await countUnsentOfOthers(null)).toEqual({ evaluations: 3, files: 0, corrections: 0 });
  });

  it('S22 the device counts all receipts of a long shift and decrypts only those that are shown', async () => {
    for (const number of ['1', '2', '3', '4'])
      await discardOutboxEntry(ANA_ID, await confirmNewEntry(number), Date.now());
    const opened = vi.spyOn(crypto.subtle, 'decrypt');
    const settled = await listOutboxReceipts(ANA_ID, 0, { delivered: 9, discarded: 2, handed_over: 9 });
    expect(opened).toHaveBeenCalledTimes(2);
    expect(settled.discarded.total).toBe(4);
    const numbers = settled.discarded.newest.map(({ summary }) => summary.identification_number);
    expect(numbers).toEqual(['4', '3']);
    expect([settled.delivered.total, settled.handed_over.total]).toEqual([0, 0]);
    opened.mockRestore();
  });

  it('S22 a completely delivered entry leaves a receipt and no bytes', async () => {
    const entryId = await confirmNewEntry('1');
    const remoteId = crypto.randomUUID();
    await deliverNextItem(remoteId);
    await deliverNextItem();
    await deliverNextItem();
    expect([await db.bytes.count(), await db.items.count()]).toEqual([0, 0]);
    expect(await readQueuedRegistration(ANA_ID, entryId)).toBeNull();
    expect(await listAllReceipts()).toMatchObject([
      { id: entryId, outcome: 'delivered', evaluationId: remoteId },
    ]);
    expect(await readRegistrationFigures(ANA_ID, 0)).toEqual({
      registered: 1,
      confirmed: 1,
      onTheirWay: 0,
      attention: 0,
      discarded: 0,
      handedOver: 0,
    });
  });

  it('S10 a rejected entry keeps the server’s rejection with the field details', async () => {
    const entryId = await confirmNewEntry('1');
    await rejectNextItem();
    expect((await readQueuedRegistration(ANA_ID, entryId))?.items[0]?.state).toMatchObject({
      name: 'attention',
      refusal: SAMPLE_REJECTION,
    });
  });

  it('S7 S10 a retry sends a rejected entry again under the same idempotency key', async () => {
    const entryId = await confirmNewEntry('1');
    const { key } = await rejectNextItem();
    await makeItemsDueForRetry(ANA_ID, entryId, Date.now());
    expect((await claimDueItem()).item.key).toBe(key);
    expect(await readSyncSummary(ANA_ID)).toMatchObject({ attention: 0 });
  });

  it('S7 S10 a corrected entry is sent under a new idempotency key with the new content and the same pictures', async () => {
    const entryId = await confirmNewEntry('1');
    const { key } = await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    expect((await loadDraft(ANA_ID, entryId))?.photo?.bytes.byteLength).toBe(20_000);
    expect(await enqueueConfirmation(confirmation('77', { correcting: entryId }))).toEqual({
      type: 'confirmed',
      entryId,
    });
    const { item } = await claimDueItem();
    expect(item.key).not.toBe(key);
    expect(await readItemContent(item.id)).toMatchObject({
      type: 'body',
      text: expect.stringContaining('"77"') as string,
    });
    expect(await db.bytes.count()).toBe(2);
    expect(await loadDraft(ANA_ID, entryId)).toBeNull();
  });

  it('S10 S30 when the entry’s send began after its correction was opened, the device requires a reason and stores no correction without one', async () => {
    const entryId = await confirmNewEntry('1');
    await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    await makeItemsDueForRetry(ANA_ID, entryId, Date.now());
    await claimDueItem();
    expect(await enqueueConfirmation(confirmation('2', { correcting: entryId }))).toEqual({
      type: 'reason_needed',
    });
    expect(await loadDraft(ANA_ID, entryId)).not.toBeNull();
  });

  it('S10 retaking a rejected picture gives it a new idempotency key and deletes the old bytes', async () => {
    const entryId = await confirmNewEntry('1');
    await deliverNextItem();
    const refused = await rejectNextItem();
    expect(await retakeRejectedPicture(ANA_ID, refused.id, randomPicture(777), Date.now())).toBe(true);
    const item = (await readQueuedRegistration(ANA_ID, entryId))?.items.find(({ id }) => id === refused.id);
    expect(item?.key).not.toBe(refused.key);
    expect(await readItemContent(refused.id)).toMatchObject({ size: 777 });
    expect(await db.bytes.count()).toBe(2);
  });

  it('S2 S10 a retaken picture that does not read back is reported, and the rejected picture is kept', async () => {
    await confirmNewEntry('1');
    await deliverNextItem();
    const refused = await rejectNextItem();
    const lost = vi.spyOn(db.bytes, 'get').mockResolvedValueOnce(undefined);
    const taken = retakeRejectedPicture(ANA_ID, refused.id, randomPicture(777), Date.now());
    await expect(taken).rejects.toMatchObject({ kind: 'unverified' });
    lost.mockRestore();
    expect(await readItemContent(refused.id)).not.toMatchObject({ size: 777 });
    expect(await db.bytes.count()).toBe(2);
  });

  it('S10 discarding an entry removes all of it and leaves a receipt; discarding is impossible while the entry is being sent', async () => {
    const entryId = await confirmNewEntry('1');
    const claimed = await claimDueItem();
    expect(await discardOutboxEntry(ANA_ID, entryId, Date.now())).toBe('being_sent');
    await outboxStore.settle(claimed, { type: 'release' }, Date.now());
    expect(await discardOutboxEntry(ANA_ID, entryId, Date.now())).toBe('discarded');
    expect([await db.entries.count(), await db.items.count(), await db.bytes.count()]).toEqual([0, 0, 0]);
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({
      registered: 1,
      discarded: 1,
      confirmed: 0,
    });
  });

  it('D3 the outbox finds a patient however the document number is written, by an index that reveals no document', async () => {
    await confirmNewEntry('9999000017');
    const found = await findNewestPatientRegistration(
      ANA_ID,
      { type: 'CC', number: '9.999.000.017' },
      0,
      null,
    );
    expect(found?.where).toBe('queue');
    expect(
      await findNewestPatientRegistration(ANA_ID, { type: 'CE', number: '9999000017' }, 0, null),
    ).toBeNull();
  });

  it('S19 replacing a picture of a draft deletes the old picture', async () => {
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(100));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(200));
    expect(await db.bytes.count()).toBe(1);
    await saveDraftPicture(ANA_ID, null, 'photo', null);
    expect(await db.bytes.count()).toBe(0);
  });
});
