// @module-tag landing
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import {
  applyTestStatement,
  NEXT_INCARNATION,
  createBackupStatement,
} from '#tests/support/device/backup-statement.ts';
import {
  ANA_ID,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  REMOTE_EVALUATION_ID,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  readCorrectionBody,
  typeAndConfirmCorrection,
  createCorrectionConfirmation,
  listCorrectionEntries,
  deliverNewRegistration,
  MINES_EMPLOYER_ID,
  OTHER_EMPLOYER_ID,
  readItemStates,
  settleAsDelivered,
  typeCorrection,
} from '#tests/support/device/corrections.ts';
import { db } from '../../database/database.ts';
import type { PictureSlot } from '../../drafts/drafts.ts';
import { enqueueConfirmation } from './enqueue.ts';
import { outboxStore } from '../sending/outbox-store.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S30 retaken pictures', () => {
  it('P10.284 a retaken picture replaces a queued picture that was never sent', async () => {
    const entryId = await confirmNewEntry('1');
    await settleAsDelivered(await claimDueItem());
    const before = (await db.items.toArray()).find(({ kind }) => kind === 'photo');
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      retaken: ['photo'],
    });
    const [correction] = await listCorrectionEntries();
    expect(correction?.items.map(({ kind }) => kind)).toEqual(['correction']);
    expect(await readCorrectionBody(correction?.id ?? '')).toMatchObject({ pictures: [] });
    const after = (await db.items.toArray()).find(({ kind }) => kind === 'photo');
    expect(after?.id).toBe(before?.id);
    expect(after?.key).not.toBe(before?.key);
    expect(after?.picture?.bytesId).not.toBe(before?.picture?.bytesId);
    expect(await db.bytes.count()).toBe(2);
  });

  it('P10.284 a retaken picture waits until the sent picture that it replaces has left the outbox', async () => {
    const entryId = await confirmNewEntry('1');
    await settleAsDelivered(await claimDueItem());
    const first = await claimDueItem();
    const kind = first.item.kind as PictureSlot;
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      retaken: [kind],
    });
    const [correction] = await listCorrectionEntries();
    expect(await readCorrectionBody(correction?.id ?? '')).toMatchObject({ pictures: [kind] });
    expect((await claimDueItem()).item.kind).toBe('correction');
    const held = `${correction?.id.slice(0, 4)} ${kind}`;
    expect((await readItemStates())[held]).toBe('queued held not due');
    const second = await claimDueItem();
    await Promise.all([settleAsDelivered(first, 'first'), settleAsDelivered(second, 'second')]);
    expect((await readItemStates())[held], 'the correction itself is not delivered yet').toBe(
      'queued free not due',
    );
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    await settleAsDelivered(await claimDueItem());
    expect(await claimDueItem()).toMatchObject({
      item: { kind, entryId: correction?.id },
      evaluationId: REMOTE_EVALUATION_ID,
    });
  });

  it('P10.284 a picture retaken twice is sent with the second correction, also after the server rejected the original', async () => {
    const entryId = await confirmNewEntry('1');
    await settleAsDelivered(await claimDueItem());
    const original = await claimDueItem();
    const kind = original.item.kind as PictureSlot;
    await typeAndConfirmCorrection(entryId, { retaken: [kind] });
    expect((await claimDueItem()).item.kind).toBe('correction');
    const refusal = { status: 422, code: 'file_invalid', message: 'No', details: [] };
    await outboxStore.settle(original, { type: 'refuse', refusal }, Date.now());
    await typeAndConfirmCorrection(entryId, { retaken: [kind] });
    const bodies = await Promise.all((await listCorrectionEntries()).map(({ id }) => readCorrectionBody(id)));
    expect(bodies).toMatchObject([{ pictures: [kind] }, { pictures: [kind] }]);
    const rows = (await db.items.toArray()).filter((row) => row.kind === kind);
    expect(rows, 'of the registration and of both corrections').toHaveLength(3);
    expect(new Set(rows.map(({ picture }) => picture?.bytesId)).size).toBe(2);
  });

  it('P10.284 a retaken picture becomes due when correction and registration are delivered in one transaction', async () => {
    const entryId = await confirmNewEntry('1');
    await settleAsDelivered(await claimDueItem());
    const [one, other] = [await claimDueItem(), await claimDueItem()];
    await typeAndConfirmCorrection(entryId, { retaken: ['photo'] });
    const lead = await claimDueItem();
    expect(lead.item.kind).toBe('correction');
    await Promise.all([
      settleAsDelivered(lead),
      settleAsDelivered(one, 'one'),
      settleAsDelivered(other, 'other'),
    ]);
    expect((await claimDueItem()).item).toMatchObject({ kind: 'photo', entryId: lead.item.entryId });
  });

  it('P10.284 retaken pictures are sent after their correction when the registration was already sent', async () => {
    const entryId = await deliverNewRegistration();
    expect(await db.bytes.count()).toBe(0);
    await typeAndConfirmCorrection(entryId, { retaken: ['photo', 'signature'] });
    const lead = await claimDueItem();
    expect(await readCorrectionBody(lead.item.entryId)).toMatchObject({ pictures: ['photo', 'signature'] });
    expect(await outboxStore.claimNext(ANA_ID, Date.now())).toBeNull();
    await settleAsDelivered(lead);
    expect([await deliverNextItem(), await deliverNextItem()].sort()).toEqual(['photo', 'signature']);
    expect(await db.bytes.count()).toBe(0);
  });
});

describe('S30 several corrections of one registration', () => {
  it('P10.284 a new correction is merged with an earlier correction that was never sent', async () => {
    const entryId = await deliverNewRegistration();
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      retaken: ['photo'],
    });
    const [first] = await listCorrectionEntries();
    await typeAndConfirmCorrection(entryId, { form: { first_name: 'Zoé' } });
    const all = await listCorrectionEntries();
    expect(all).toHaveLength(1);
    expect(all[0]?.id).not.toBe(first?.id);
    expect(await readCorrectionBody(all[0]?.id ?? '')).toMatchObject({
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES_EMPLOYER_ID,
      pictures: ['photo'],
    });
    expect(await db.items.count()).toBe(2);
    expect(await db.bytes.count()).toBe(1);
  });

  it('P10.284 a new correction stays separate from an earlier correction whose send has begun, and gets a later capture time', async () => {
    const entryId = await deliverNewRegistration();
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      capturedAt: 5_000,
    });
    const first = await claimDueItem();
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: OTHER_EMPLOYER_ID },
      capturedAt: 4_000,
      clockOffset: 10,
    });
    const second = await claimDueItem();
    expect(await readCorrectionBody(second.item.entryId)).toMatchObject({
      employer_company_id: OTHER_EMPLOYER_ID,
    });
    const instant = ({ capturedAt, clockOffset }: ClaimedItem) => capturedAt + clockOffset;
    expect(instant(second)).toBeGreaterThan(instant(first));
  });

  it('P10.284 a correction gets a later capture time than its registration, even if the clock was set back', async () => {
    const entryId = await deliverNewRegistration();
    const registered = (await db.receipts.get(entryId))?.capturedAt ?? Infinity;
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      capturedAt: 4_000,
    });
    expect((await claimDueItem()).capturedAt).toBeGreaterThan(registered);
  });

  it('P10.284 a correction is merged into its registration when the server rejected the registration', async () => {
    const entryId = await confirmNewEntry('1');
    const claimed = await claimDueItem();
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    const refusal = { status: 400, code: 'validation_failed', message: 'No', details: [] };
    await outboxStore.settle(claimed, { type: 'refuse', refusal }, Date.now());
    expect(await listCorrectionEntries()).toHaveLength(1);
    const content = await typeCorrection(entryId, { form: { first_name: 'Zoé' }, reason: '' });
    expect(content.form.employer_company_id).toBe(MINES_EMPLOYER_ID);
    await enqueueConfirmation(createCorrectionConfirmation(entryId, content, { reason: '' }));
    expect(await listCorrectionEntries()).toEqual([]);
    expect((await claimDueItem()).item).toMatchObject({ kind: 'evaluation', entryId });
  });

  it('P10.285 a new correction contains the values of an earlier correction that the server rejected', async () => {
    const entryId = await deliverNewRegistration();
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    await rejectNextItem('not_found');
    await typeAndConfirmCorrection(entryId, { form: { first_name: 'Zoé' } });
    const all = await listCorrectionEntries();
    expect(all).toHaveLength(1);
    expect(await readCorrectionBody(all[0]?.id ?? '')).toMatchObject({
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES_EMPLOYER_ID,
    });
  });
});

describe('S29 S30 registration that the server has lost', () => {
  it('P10.286 the device resends a lost registration before its delivered correction, which then refers to the new evaluation', async () => {
    await applyTestStatement(createBackupStatement());
    const entryId = await deliverNewRegistration();
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    await settleAsDelivered(await claimDueItem());
    expect(await db.kept.count()).toBe(2);
    expect(await applyTestStatement(createBackupStatement({ life: NEXT_INCARNATION }))).toBe(2);
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    const again = await claimDueItem();
    expect(again.item).toMatchObject({ kind: 'evaluation', entryId });
    await settleAsDelivered(again, OTHER_EMPLOYER_ID);
    expect(await claimDueItem()).toMatchObject({
      item: { kind: 'correction' },
      evaluationId: OTHER_EMPLOYER_ID,
    });
  });
});
