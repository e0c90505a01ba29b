import { beforeEach, describe, expect, it } from 'vitest';
import {
  allReceipts,
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
  loseResponse,
  MINES,
  queueStates,
  acceptItem,
  typeCorrection,
} from '#tests/support/device/corrections.ts';
import { db } from '../database/database.ts';
import { loadDraft } from '../drafts/drafts.ts';
import { enqueueRegistration } from './enqueue.ts';
import { readRegistrationReceipt, readShiftCounts } from './entries.ts';
import { removeOutboxEntry, retryItems } from './entry-actions.ts';
import { findCorrectionKey, openCorrection } from './open-correction.ts';
import { outboxStore } from './outbox-store.ts';
import { recallPatient } from './patients.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S30 registration that was never sent', () => {
  it('P10.281 a correction replaces a registration that was never sent, under new idempotency keys', async () => {
    const entryId = await confirmedEntry('1');
    const before = await db.items.toArray();
    const result = await confirmCorrection(entryId, { form: { employer_company_id: MINES }, reason: '' });
    expect(result).toEqual({ type: 'confirmed', entryId });
    const after = await db.items.toArray();
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    for (const { id, key } of before) expect(after.find((row) => row.id === id)?.key).not.toBe(key);
    expect(await corrections()).toEqual([]);
    expect(await db.drafts.count()).toBe(0);
    expect(await readShiftCounts(ANA, 0)).toMatchObject({ registered: 1, onTheirWay: 1 });
  });

  it('P10.281 a correction becomes a separate entry when a drain has claimed the registration', async () => {
    const entryId = await confirmedEntry('1');
    const content = await typeCorrection(entryId, { form: { employer_company_id: MINES }, reason: '' });
    const claimed = await claim();
    expect(await enqueueRegistration(correctionFrom(entryId, content, { reason: '' }))).toEqual({
      type: 'reason_needed',
    });
    expect((await loadDraft(ANA, entryId))?.content?.form.employer_company_id).toBe(MINES);
    expect(await enqueueRegistration(correctionFrom(entryId, content))).toEqual({
      type: 'confirmed',
      entryId,
    });
    const [correction] = await corrections();
    expect(correction?.corrects).toEqual({ entryId, evaluationId: null });
    expect(await bodyOf(correction?.id ?? '')).toMatchObject({ employer_company_id: MINES, pictures: [] });
    await acceptItem(claimed);
    expect((await corrections())[0]?.corrects).toEqual({ entryId, evaluationId: EVALUATION });
  });

  it("P10.281 a correction becomes a separate entry when the registration's outcome is unknown, even after a retry has set its attempts to 0", async () => {
    const entryId = await confirmedEntry('1');
    await rejectItem('outcome_unknown');
    expect(await openCorrection(ANA, entryId, null)).toBe(false);
    await retryItems(ANA, entryId, Date.now());
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    expect(await corrections()).toMatchObject([{ corrects: { entryId, evaluationId: null } }]);
  });
});

describe('S30 registration that is being sent', () => {
  it('P10.282 a correction waits for its registration and becomes due in the transaction that records the delivery', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    const [correction] = await corrections();
    const name = `${correction?.id.slice(0, 4)} correction`;
    expect((await queueStates())[name]).toBe('queued held not due');
    expect(await outboxStore.claimNext(ANA, Date.now())).toBeNull();
    // The result and the concurrent claim share one transaction.
    const [, next] = await Promise.all([acceptItem(claimed), outboxStore.claimNext(ANA, Date.now())]);
    expect(next).toMatchObject({
      item: { kind: 'correction', entryId: correction?.id },
      evaluationId: EVALUATION,
      isCorrection: true,
    });
  });

  it('P10.282 a registration that is delivered during the confirmation of its correction gets exactly one correction, for its evaluation', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    const content = await typeCorrection(entryId, { form: { employer_company_id: MINES } });
    const given = correctionFrom(entryId, content);
    // `bodyFor` runs after the plan and before the transaction, so the delivery happens in between.
    let deliver = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (deliver = resolve)).then(async () => {
      await acceptItem(claimed);
      return true;
    });
    const bodyFor: NonNullable<typeof given.correction>['bodyFor'] = (pictures) => {
      deliver();
      return given.correction?.bodyFor(pictures) ?? null;
    };
    const asked = { ...given, correction: given.correction && { ...given.correction, bodyFor } };
    expect(await enqueueRegistration(asked, isWanted)).toEqual({ type: 'confirmed', entryId });
    expect((await corrections()).map(({ corrects }) => corrects)).toEqual([
      { entryId, evaluationId: EVALUATION },
    ]);
  });

  it('P10.282 a correction keeps waiting when the outcome of its registration is unknown and when its sender was killed', async () => {
    const entryId = await confirmedEntry('1');
    await loseResponse(await claim());
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    const again = await claim();
    expect(again.item).toMatchObject({ kind: 'evaluation', attempts: 2 });
    await outboxStore.recoverOrphans(ANA, Date.now());
    expect((await corrections())[0]?.items[0]?.blocked).toBe(true);
    await acceptItem(await claim());
    expect((await claim()).item.kind).toBe('correction');
  });

  it('P10.282 the next drain makes a correction due when its registration was delivered without a result on this device', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    // Simulates a delivery by another app version or a colleague, which did not make the correction due.
    await db.items.update(claimed.item.id, { state: { name: 'delivered', at: 1, remoteId: EVALUATION } });
    await outboxStore.recoverOrphans(ANA, Date.now());
    const next = await claim();
    expect(next).toMatchObject({ evaluationId: EVALUATION });
    expect(['correction', 'photo', 'signature']).toContain(next.item.kind);
    expect((await corrections())[0]?.corrects?.evaluationId).toBe(EVALUATION);
  });

  it('P10.282 the device sends a correction whose registration is not on the device, so that the user gets a rejection with a reason', async () => {
    const entryId = await confirmedEntry('1');
    await claim();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES } });
    await db.items.where('entryId').equals(entryId).delete();
    await db.entries.delete(entryId);
    await outboxStore.recoverOrphans(ANA, Date.now());
    expect(await claim()).toMatchObject({ item: { kind: 'correction' }, evaluationId: null });
  });

  it('S10 P10.285 discarding a registration also discards its correction', async () => {
    const entryId = await confirmedEntry('1');
    await loseResponse(await claim());
    await confirmCorrection(entryId, { form: { employer_company_id: MINES }, retaken: ['photo'] });
    expect(await removeOutboxEntry(ANA, entryId, Date.now())).toBe('discarded');
    expect(await db.entries.count()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect(await db.bytes.count()).toBe(0);
    expect((await allReceipts()).map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
      'correction discarded',
      'registration discarded',
    ]);
  });
});

describe('S30 registration that was sent', () => {
  it('P10.283 a correction of a sent registration starts from its receipt and sends only the changed fields', async () => {
    const entryId = await deliveredRegistration();
    await confirmCorrection(entryId, { form: { employer_company_id: MINES, first_name: 'Zoé' } });
    const lead = await claim();
    expect(lead).toMatchObject({ evaluationId: EVALUATION, item: { kind: 'correction' } });
    expect(await bodyOf(lead.item.entryId)).toEqual({
      reason: 'La empresa no era esa',
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES,
      pictures: [],
    });
  });

  it('P10.283 a correction becomes due when its registration is not on the device, so that the sender rejects it with a reason', async () => {
    const entryId = await deliveredRegistration();
    await confirmCorrection(entryId, { form: { first_name: 'Zoé' } });
    expect((await readRegistrationReceipt(ANA, entryId))?.summary.patientName).toBe('Zoraida Quiñones');
    await acceptItem(await claim());
    expect((await readRegistrationReceipt(ANA, entryId))?.summary.patientName).toBe('Zoé Quiñones');
    expect(await readShiftCounts(ANA, 0)).toMatchObject({ registered: 1, confirmed: 1, onTheirWay: 0 });
    expect((await allReceipts()).map(({ kind }) => kind).sort()).toEqual(['correction', 'registration']);
  });

  it('P10.283 a correction of a registration made on another device starts from the server’s data', async () => {
    const key = await findCorrectionKey(ANA, EVALUATION);
    const content = await typeCorrection(await confirmedEntry('9'), {});
    const told = {
      form: content.form,
      labels: { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null },
    };
    expect(await openCorrection(ANA, key, null), 'nothing is known of it here').toBe(false);
    const result = await confirmCorrection(key, { told, form: { employer_company_id: MINES } });
    expect(result.type).toBe('confirmed');
    expect((await corrections())[0]?.corrects).toEqual({ entryId: null, evaluationId: EVALUATION });
  });

  it("P10.283 the draft key of a correction opened by evaluation id is the entry's id when this device made the registration", async () => {
    expect(await findCorrectionKey(ANA, EVALUATION)).toBe(`evaluation:${EVALUATION}`);
    const entryId = await confirmedEntry('1');
    await acceptItem(await claim());
    expect(await findCorrectionKey(ANA, EVALUATION)).toBe(entryId);
    await deliverNext();
    await deliverNext();
    expect(await findCorrectionKey(ANA, EVALUATION)).toBe(entryId);
  });

  it('P10.283 confirming a correction without changes creates no entry', async () => {
    const entryId = await deliveredRegistration();
    expect(await confirmCorrection(entryId)).toEqual({ type: 'nothing_changed' });
    expect(await db.entries.count()).toBe(0);
  });

  it("P10.285 a correction to another patient's document sends all data of that patient, and the device forgets the patient entered first", async () => {
    const entryId = await deliveredRegistration('9999000017');
    expect(await recallPatient(ANA, 'CC', '9999000017')).not.toBeNull();
    await confirmCorrection(entryId, { form: { identification_number: '9999000025', first_name: 'Ana' } });
    const body = await bodyOf((await corrections())[0]?.id ?? '');
    expect(body).toMatchObject({ other_patient: { identification_number: '9999000025', first_name: 'Ana' } });
    expect(body).not.toHaveProperty('patient');
    expect(await recallPatient(ANA, 'CC', '9999000017')).toBeNull();
    expect(await recallPatient(ANA, 'CC', '9999000025')).toMatchObject({ first_name: 'Ana' });
  });
});
