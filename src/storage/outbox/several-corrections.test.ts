// @module-tag landing
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { applyTestStatement, NEXT_INCARNATION, statement } from '#tests/support/device/backup-statement.ts';
import {
  ANA,
  claim,
  confirmedEntry,
  deliverNext,
  EVALUATION,
  rejectItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  bodyOf,
  confirmCorrection,
  correctionFrom,
  corrections,
  deliveredRegistration,
  MINES,
  OTHER,
  queueStates,
  acceptItem,
  typeCorrection,
} from '#tests/support/device/corrections.ts';
import { db } from '../database/database.ts';
import type { PictureSlot } from '../drafts/drafts.ts';
import { enqueueRegistration } from './enqueue.ts';
import { outboxStore } from './outbox-store.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S30 retaken pictures', () => {
  it('P10.284 a retaken picture replaces a queued picture that was never sent', async () => {
    const entryId = await confirmedEntry('1');
    await acceptItem(await claim());
    const before = (await db.items.toArray()).find(({ kind }) => kind === 'photo');
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, retaken: ['photo'] });
    const [correction] = await corrections();
    expect(correction?.items.map(({ kind }) => kind)).toEqual(['correction']);
    expect(await bodyOf(correction?.id ?? '')).toMatchObject({ pictures: [] });
    const after = (await db.items.toArray()).find(({ kind }) => kind === 'photo');
    expect(after?.id).toBe(before?.id);
    expect(after?.key).not.toBe(before?.key);
    expect(after?.picture?.bytesId).not.toBe(before?.picture?.bytesId);
    expect(await db.bytes.count()).toBe(2);
  });

  it('P10.284 a retaken picture waits until the sent picture that it replaces has left the outbox', async () => {
    const entryId = await confirmedEntry('1');
    await acceptItem(await claim());
    const first = await claim();
    const kind = first.item.kind as PictureSlot;
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, retaken: [kind] });
    const [correction] = await corrections();
    expect(await bodyOf(correction?.id ?? '')).toMatchObject({ pictures: [kind] });
    expect((await claim()).item.kind).toBe('correction');
    const held = `${correction?.id.slice(0, 4)} ${kind}`;
    expect((await queueStates())[held]).toBe('queued held not due');
    const second = await claim();
    await Promise.all([acceptItem(first, 'first'), acceptItem(second, 'second')]);
    expect((await queueStates())[held], 'the correction itself is not delivered yet').toBe(
      'queued free not due',
    );
    await outboxStore.recoverOrphans(ANA, Date.now());
    await acceptItem(await claim());
    expect(await claim()).toMatchObject({
      item: { kind, entryId: correction?.id },
      evaluationId: EVALUATION,
    });
  });

  it('P10.284 a picture retaken twice is sent with the second correction, also after the server rejected the original', async () => {
    const entryId = await confirmedEntry('1');
    await acceptItem(await claim());
    const original = await claim();
    const kind = original.item.kind as PictureSlot;
    await confirmCorrection(entryId, { retaken: [kind] });
    expect((await claim()).item.kind).toBe('correction');
    const refusal = { status: 422, code: 'file_invalid', message: 'No', details: [] };
    await outboxStore.settle(original, { type: 'refuse', refusal }, Date.now());
    await confirmCorrection(entryId, { retaken: [kind] });
    const bodies = await Promise.all((await corrections()).map(({ id }) => bodyOf(id)));
    expect(bodies).toMatchObject([{ pictures: [kind] }, { pictures: [kind] }]);
    const rows = (await db.items.toArray()).filter((row) => row.kind === kind);
    expect(rows, 'of the registration and of both corrections').toHaveLength(3);
    expect(new Set(rows.map(({ picture }) => picture?.bytesId)).size).toBe(2);
  });

  it('P10.284 a retaken picture becomes due when correction and registration are delivered in one transaction', async () => {
    const entryId = await confirmedEntry('1');
    await acceptItem(await claim());
    const [one, other] = [await claim(), await claim()];
    await confirmCorrection(entryId, { retaken: ['photo'] });
    const lead = await claim();
    expect(lead.item.kind).toBe('correction');
    await Promise.all([acceptItem(lead), acceptItem(one, 'one'), acceptItem(other, 'other')]);
    expect((await claim()).item).toMatchObject({ kind: 'photo', entryId: lead.item.entryId });
  });

  it('P10.284 retaken pictures are sent after their correction when the registration was already sent', async () => {
    const entryId = await deliveredRegistration();
    expect(await db.bytes.count()).toBe(0);
    await confirmCorrection(entryId, { retaken: ['photo', 'signature'] });
    const lead = await claim();
    expect(await bodyOf(lead.item.entryId)).toMatchObject({ pictures: ['photo', 'signature'] });
    expect(await outboxStore.claimNext(ANA, Date.now())).toBeNull();
    await acceptItem(lead);
    expect([await deliverNext(), await deliverNext()].sort()).toEqual(['photo', 'signature']);
    expect(await db.bytes.count()).toBe(0);
  });
});

describe('S30 several corrections of one registration', () => {
  it('P10.284 a new correction is merged with an earlier correction that was never sent', async () => {
    const entryId = await deliveredRegistration();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, retaken: ['photo'] });
    const [first] = await corrections();
    await confirmCorrection(entryId, { form: { first_name: 'Zoé' } });
    const all = await corrections();
    expect(all).toHaveLength(1);
    expect(all[0]?.id).not.toBe(first?.id);
    expect(await bodyOf(all[0]?.id ?? '')).toMatchObject({
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES,
      pictures: ['photo'],
    });
    expect(await db.items.count()).toBe(2);
    expect(await db.bytes.count()).toBe(1);
  });

  it('P10.284 a new correction stays separate from an earlier correction whose send has begun, and gets a later capture time', async () => {
    const entryId = await deliveredRegistration();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, capturedAt: 5_000 });
    const first = await claim();
    await confirmCorrection(entryId, {
      form: { employer_company_id: OTHER },
      capturedAt: 4_000,
      clockOffset: 10,
    });
    const second = await claim();
    expect(await bodyOf(second.item.entryId)).toMatchObject({ employer_company_id: OTHER });
    const instant = ({ capturedAt, clockOffset }: ClaimedItem) => capturedAt + clockOffset;
    expect(instant(second)).toBeGreaterThan(instant(first));
  });

  it('P10.284 a correction gets a later capture time than its registration, even if the clock was set back', async () => {
    const entryId = await deliveredRegistration();
    const registered = (await db.receipts.get(entryId))?.capturedAt ?? Infinity;
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, capturedAt: 4_000 });
    expect((await claim()).capturedAt).toBeGreaterThan(registered);
  });

  it('P10.284 a correction is merged into its registration when the server rejected the registration', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    const refusal = { status: 400, code: 'validation_failed', message: 'No', details: [] };
    await outboxStore.settle(claimed, { type: 'refuse', refusal }, Date.now());
    expect(await corrections()).toHaveLength(1);
    const content = await typeCorrection(entryId, { form: { first_name: 'Zoé' }, reason: '' });
    expect(content.form.employer_company_id).toBe(MINES);
    await enqueueRegistration(correctionFrom(entryId, content, { reason: '' }));
    expect(await corrections()).toEqual([]);
    expect((await claim()).item).toMatchObject({ kind: 'evaluation', entryId });
  });

  it('P10.285 a new correction contains the values of an earlier correction that the server rejected', async () => {
    const entryId = await deliveredRegistration();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    await rejectItem('not_found');
    await confirmCorrection(entryId, { form: { first_name: 'Zoé' } });
    const all = await corrections();
    expect(all).toHaveLength(1);
    expect(await bodyOf(all[0]?.id ?? '')).toMatchObject({
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES,
    });
  });
});

describe('S29 S30 registration that the server has lost', () => {
  it('P10.286 the device resends a lost registration before its delivered correction, which then refers to the new evaluation', async () => {
    await applyTestStatement(statement());
    const entryId = await deliveredRegistration();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    await acceptItem(await claim());
    expect(await db.kept.count()).toBe(2);
    expect(await applyTestStatement(statement({ life: NEXT_INCARNATION }))).toBe(2);
    await outboxStore.recoverOrphans(ANA, Date.now());
    const again = await claim();
    expect(again.item).toMatchObject({ kind: 'evaluation', entryId });
    await acceptItem(again, OTHER);
    expect(await claim()).toMatchObject({ item: { kind: 'correction' }, evaluationId: OTHER });
  });
});
