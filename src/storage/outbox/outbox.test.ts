import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ItemKind } from '#domain/outbox/item.ts';
import {
  ANA_ID,
  BEA_ID,
  captureAndConfirm,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  deliverNextItem,
  draftContent,
  randomPicture,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { signOutAccount } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from '../drafts/drafts.ts';
import { enqueueConfirmation } from './registrations/enqueue.ts';
import { openCorrection } from './registrations/open-correction.ts';
import { listEntries, readQueuedRegistration, readSyncSummary } from './entries.ts';
import { readItemContent } from './sending/outbox-content.ts';
import { findNextDueTime } from './rows/due.ts';
import { outboxStore } from './sending/outbox-store.ts';
import { recallPatient } from './patients.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

async function deferNextItem(message: string): Promise<void> {
  const refusal = { status: 500, code: null, message, details: [] };
  const event = { type: 'defer', cause: 'failing', retryAfter: null, jitter: 0, refusal } as const;
  await outboxStore.settle(await claimDueItem(), event, Date.now());
}

describe('confirmation', () => {
  it('S2 S3 confirming moves form, photo and signature from the draft to the outbox in one transaction', async () => {
    const entryId = await confirmNewEntry('9999000017');
    expect(await loadDraft(ANA_ID, null)).toBeNull();
    const entry = await readQueuedRegistration(ANA_ID, entryId);
    expect(entry?.items.map(({ kind, state, blocked }) => [kind, state.name, blocked])).toEqual([
      ['evaluation', 'queued', false],
      ['photo', 'queued', true],
      ['signature', 'queued', true],
    ]);
    expect(entry?.summary.patientName).toBe('Zoraida Quiñones');
  });

  it('S3 confirming one draft twice creates only one entry', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(10));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(10));
    const results = await Promise.allSettled([
      enqueueConfirmation(confirmation('1')),
      enqueueConfirmation(confirmation('1')),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await db.entries.count()).toBe(1);
    expect(await db.items.count()).toBe(3);
  });

  it('S3 the draft stays when a prompt interrupts the confirmation; the next confirmation succeeds', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(10));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(10));
    expect(await enqueueConfirmation(confirmation('1'), Promise.resolve(false))).toEqual({
      type: 'not_wanted',
    });
    expect(await db.entries.count()).toBe(0);
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
  });

  it('S3 S20 the first tap on confirm succeeds although the last save failed, because the entry contains the form text', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(10));
    await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(10));
    vi.spyOn(db.drafts, 'put').mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
    await expect(saveDraftContent(ANA_ID, null, draftContent('1'))).rejects.toMatchObject({ kind: 'closed' });
    vi.restoreAllMocks();
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
  });

  it('P4.9 confirming without photo or signature creates no entry and keeps the draft', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('1'));
    await saveDraftPicture(ANA_ID, null, 'photo', randomPicture(10));
    expect(await enqueueConfirmation(confirmation('1'))).toEqual({ type: 'pictures_missing' });
    expect((await loadDraft(ANA_ID, null))?.photo).not.toBeNull();
    expect(await db.entries.count()).toBe(0);
  });

  it('D1 the device stores no personal data of an entry in plain text', async () => {
    await confirmNewEntry('9999000017');
    await captureAndConfirm('9999000025');
    await rejectNextItem();
    await deferNextItem('Falla de Zoraida');
    await saveDraftContent(ANA_ID, null, draftContent('9999000033'));
    const rows = await Promise.all(
      db.tables.filter((table) => table.name !== 'accounts').map((table) => table.toArray()),
    );
    const open = JSON.stringify(rows);
    for (const secret of [
      'Zoraida',
      'Quiñones',
      '9999000017',
      '9999000025',
      '9999000033',
      'Ingrese los nombres',
      'Falla de Zoraida',
    ])
      expect(open).not.toContain(secret);
  });
});

describe('sending order', () => {
  it('S12 the device sends all evaluations before any photo or signature, and a picture only after its own evaluation', async () => {
    await confirmNewEntry('1');
    await confirmNewEntry('2');
    const order: ItemKind[] = [];
    for (let round = 0; round < 6; round += 1) order.push(await deliverNextItem());
    expect(order.slice(0, 2)).toEqual(['evaluation', 'evaluation']);
    expect(order.slice(2).sort()).toEqual(['photo', 'photo', 'signature', 'signature']);
    expect(await outboxStore.claimNext(ANA_ID, Date.now())).toBeNull();
  });

  it('S12 a claimed photo or signature contains the id of its evaluation', async () => {
    await confirmNewEntry('1');
    const remoteId = crypto.randomUUID();
    await deliverNextItem(remoteId);
    expect(await claimDueItem()).toMatchObject({ evaluationId: remoteId });
  });

  it('S12 the device sends the oldest entry first', async () => {
    const late = await confirmNewEntry('2', { capturedAt: 2_000 });
    const early = await confirmNewEntry('1', { capturedAt: 1_000 });
    expect([(await claimDueItem()).item.entryId, (await claimDueItem()).item.entryId]).toEqual([early, late]);
  });

  it('S11 the device continues with other entries when the server rejects an evaluation', async () => {
    await confirmNewEntry('1', { capturedAt: 1_000 });
    const second = await confirmNewEntry('2', { capturedAt: 2_000 });
    await rejectNextItem();
    for (let round = 0; round < 3; round += 1) await deliverNextItem();
    expect(await readQueuedRegistration(ANA_ID, second)).toBeNull();
    expect(await readSyncSummary(ANA_ID)).toEqual({ unsent: 1, attention: 1, sending: 0 });
  });

  it('S8 the device sends a deferred item only at its due time, and reports this time as the next due time of the outbox', async () => {
    await confirmNewEntry('1');
    const now = Date.now();
    await outboxStore.settle(
      await claimDueItem(now),
      { type: 'defer', cause: 'busy', retryAfter: 9_000, jitter: 0 },
      now,
    );
    expect(await outboxStore.claimNext(ANA_ID, now + 8_999)).toBeNull();
    expect(await findNextDueTime(ANA_ID)).toBe(now + 9_000);
    expect(await outboxStore.claimNext(ANA_ID, now + 9_000)).not.toBeNull();
  });

  it('S8 a waiting item keeps the message of the failing server until its next outcome', async () => {
    const entryId = await confirmNewEntry('1');
    await deferNextItem('Mantenimiento hasta las 8');
    const stateOf = async () => (await readQueuedRegistration(ANA_ID, entryId))?.items[0]?.state;
    expect(await stateOf()).toMatchObject({
      name: 'waiting',
      refusal: { message: 'Mantenimiento hasta las 8' },
    });
    await outboxStore.settle(
      await claimDueItem(Infinity),
      { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 },
      Date.now(),
    );
    expect(await stateOf()).not.toHaveProperty('refusal');
  });

  it('S8 when the connection is back, items that waited for the connection become due, but not items that the server deferred', async () => {
    const now = Date.now();
    for (const cause of ['no_answer', 'busy'] as const) {
      await confirmNewEntry(cause === 'busy' ? '1' : '2');
      await outboxStore.settle(
        await claimDueItem(now),
        { type: 'defer', cause, retryAfter: 60_000, jitter: 0 },
        now,
      );
    }
    await outboxStore.wake(ANA_ID, ['no_answer', 'timeout', 'portal'], now);
    expect(await outboxStore.claimNext(ANA_ID, now)).not.toBeNull();
    expect(await outboxStore.claimNext(ANA_ID, now)).toBeNull();
  });

  it('S8 a waiting item becomes due when the clock was set back', async () => {
    await confirmNewEntry('1');
    const now = Date.now();
    await outboxStore.settle(
      await claimDueItem(now),
      { type: 'defer', cause: 'busy', retryAfter: 5_000, jitter: 0 },
      now,
    );
    await outboxStore.wake(ANA_ID, [], now - 86_400_000);
    expect(await outboxStore.claimNext(ANA_ID, now - 86_400_000)).not.toBeNull();
  });

  it('S13 an item whose sender died becomes queued again with the same idempotency key', async () => {
    await confirmNewEntry('1');
    const { item } = await claimDueItem();
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    const again = await claimDueItem();
    expect(again.item.id).toBe(item.id);
    expect(again.item.key).toBe(item.key);
  });

  it('S15 the device forgets the patient when the server reports that the document belongs to another patient', async () => {
    await confirmNewEntry('9999000017');
    await confirmNewEntry('9999000025');
    const recallByNumber = (number: string) => recallPatient(ANA_ID, 'CC', number);
    expect(await recallByNumber('9999000017')).not.toBeNull();
    await rejectNextItem('document_of_another');
    expect(await recallByNumber('9999000017')).toBeNull();
    await rejectNextItem();
    expect(await recallByNumber('9999000025')).not.toBeNull();
  });

  it('S15 after a correction of the document the device remembers the patient only under the corrected document', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await rejectNextItem();
    await openCorrection(ANA_ID, entryId, null);
    expect(await enqueueConfirmation({ ...confirmation('9999000025'), correcting: entryId })).toMatchObject({
      entryId,
    });
    expect(await recallPatient(ANA_ID, 'CC', '9999000017')).toBeNull();
    expect(await recallPatient(ANA_ID, 'CC', '9999000025')).not.toBeNull();
  });

  it('S14 a user can neither read nor send the entries of another user', async () => {
    await confirmNewEntry('1');
    await signInOnDevice(BEA_ID);
    expect(await outboxStore.claimNext(BEA_ID, Date.now())).toBeNull();
    expect(await listEntries(BEA_ID, { limit: 10 })).toEqual([]);
    await expect(listEntries(ANA_ID, { limit: 10 })).rejects.toMatchObject({
      name: 'StorageProblem',
      kind: 'locked',
    });
  });

  it('S16 unsent entries stay encrypted after the sign-out and are readable after the next sign-in', async () => {
    const entryId = await confirmNewEntry('1');
    const item = (await readQueuedRegistration(ANA_ID, entryId))?.items[1];
    await signOutAccount(Date.now());
    await expect(readItemContent(item?.id ?? '')).rejects.toMatchObject({ kind: 'locked' });
    await signInOnDevice(ANA_ID);
    expect(await readItemContent(item?.id ?? '')).toMatchObject({ type: 'file', size: 20_000 });
  });
});
