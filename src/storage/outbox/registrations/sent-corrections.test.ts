import { beforeEach, describe, expect, it } from 'vitest';
import {
  listAllReceipts,
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
  deferItemWithoutResponse,
  MINES_EMPLOYER_ID,
  OTHER_EMPLOYER_ID,
  readItemStates,
  settleAsDelivered,
  typeCorrection,
} from '#tests/support/device/corrections.ts';
import { db } from '../../database/database.ts';
import { loadDraft } from '../../drafts/drafts.ts';
import { enqueueConfirmation } from './enqueue.ts';
import { readRegistrationReceipt, readRegistrationFigures } from '../entries.ts';
import { discardOutboxEntry, makeItemsDueForRetry } from '../entry-actions.ts';
import { findCorrectionDraftKey, openCorrection } from './open-correction.ts';
import { outboxStore } from '../sending/outbox-store.ts';
import { recallPatient } from '../patients.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { decryptRegistrationSummary } from '../rows/outbox-rows.ts';
import { replaceCompaniesInSummary } from '../sending/replaced-companies.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S30 registration that was never sent', () => {
  it('P10.281 a correction replaces a registration that was never sent, under new idempotency keys', async () => {
    const entryId = await confirmNewEntry('1');
    const before = await db.items.toArray();
    const result = await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      reason: '',
    });
    expect(result).toEqual({ type: 'confirmed', entryId });
    const after = await db.items.toArray();
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    for (const { id, key } of before) expect(after.find((row) => row.id === id)?.key).not.toBe(key);
    expect(await listCorrectionEntries()).toEqual([]);
    expect(await db.drafts.count()).toBe(0);
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({ registered: 1, onTheirWay: 1 });
  });

  it('P10.281 a correction becomes a separate entry when a drain has claimed the registration', async () => {
    const entryId = await confirmNewEntry('1');
    const content = await typeCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      reason: '',
    });
    const claimed = await claimDueItem();
    expect(await enqueueConfirmation(createCorrectionConfirmation(entryId, content, { reason: '' }))).toEqual(
      {
        type: 'reason_needed',
      },
    );
    expect((await loadDraft(ANA_ID, entryId))?.content?.form.employer_company_id).toBe(MINES_EMPLOYER_ID);
    expect(await enqueueConfirmation(createCorrectionConfirmation(entryId, content))).toEqual({
      type: 'confirmed',
      entryId,
    });
    const [correction] = await listCorrectionEntries();
    expect(correction?.corrects).toEqual({ entryId, evaluationId: null });
    expect(await readCorrectionBody(correction?.id ?? '')).toMatchObject({
      employer_company_id: MINES_EMPLOYER_ID,
      pictures: [],
    });
    await settleAsDelivered(claimed);
    expect((await listCorrectionEntries())[0]?.corrects).toEqual({
      entryId,
      evaluationId: REMOTE_EVALUATION_ID,
    });
  });

  it("P10.281 a correction becomes a separate entry when the registration's outcome is unknown, even after a retry has set its attempts to 0", async () => {
    const entryId = await confirmNewEntry('1');
    await rejectNextItem('outcome_unknown');
    expect(await openCorrection(ANA_ID, entryId, null)).toBe(false);
    await makeItemsDueForRetry(ANA_ID, entryId, Date.now());
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    expect(await listCorrectionEntries()).toMatchObject([{ corrects: { entryId, evaluationId: null } }]);
  });
});

describe('S30 registration that is being sent', () => {
  it('P10.282 a correction waits for its registration and becomes due in the transaction that records the delivery', async () => {
    const entryId = await confirmNewEntry('1');
    const claimed = await claimDueItem();
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    const [correction] = await listCorrectionEntries();
    const name = `${correction?.id.slice(0, 4)} correction`;
    expect((await readItemStates())[name]).toBe('queued held not due');
    expect(await outboxStore.claimNext(ANA_ID, Date.now())).toBeNull();
    // The result and the concurrent claim share one transaction.
    const [, next] = await Promise.all([
      settleAsDelivered(claimed),
      outboxStore.claimNext(ANA_ID, Date.now()),
    ]);
    expect(next).toMatchObject({
      item: { kind: 'correction', entryId: correction?.id },
      evaluationId: REMOTE_EVALUATION_ID,
      isCorrection: true,
    });
  });

  it('P10.282 a registration that is delivered during the confirmation of its correction gets exactly one correction, for its evaluation', async () => {
    const entryId = await confirmNewEntry('1');
    const claimed = await claimDueItem();
    const content = await typeCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    const given = createCorrectionConfirmation(entryId, content);
    // `bodyFor` runs after the plan and before the transaction, so the delivery happens in between.
    let deliver = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (deliver = resolve)).then(async () => {
      await settleAsDelivered(claimed);
      return true;
    });
    const bodyFor: NonNullable<typeof given.correction>['bodyFor'] = (pictures) => {
      deliver();
      return given.correction?.bodyFor(pictures) ?? null;
    };
    const asked = { ...given, correction: given.correction && { ...given.correction, bodyFor } };
    expect(await enqueueConfirmation(asked, isWanted)).toEqual({ type: 'confirmed', entryId });
    expect((await listCorrectionEntries()).map(({ corrects }) => corrects)).toEqual([
      { entryId, evaluationId: REMOTE_EVALUATION_ID },
    ]);
  });

  it("P10.282 a correction keeps waiting while the outcome of its registration is unknown, even after the registration's sender was killed", async () => {
    const entryId = await confirmNewEntry('1');
    await deferItemWithoutResponse(await claimDueItem());
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    const again = await claimDueItem();
    expect(again.item).toMatchObject({ kind: 'evaluation', attempts: 2 });
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    expect((await listCorrectionEntries())[0]?.items[0]?.blocked).toBe(true);
    await settleAsDelivered(await claimDueItem());
    expect((await claimDueItem()).item.kind).toBe('correction');
  });

  it('P10.282 the next drain makes a waiting correction due when the delivery of its registration did not make it due', async () => {
    const entryId = await confirmNewEntry('1');
    const claimed = await claimDueItem();
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    // Simulates a delivery by another app version or a colleague, which did not make the correction due.
    await db.items.update(claimed.item.id, {
      state: { name: 'delivered', at: 1, remoteId: REMOTE_EVALUATION_ID },
    });
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    const next = await claimDueItem();
    expect(next).toMatchObject({ evaluationId: REMOTE_EVALUATION_ID });
    expect(['correction', 'photo', 'signature']).toContain(next.item.kind);
    expect((await listCorrectionEntries())[0]?.corrects?.evaluationId).toBe(REMOTE_EVALUATION_ID);
  });

  it('P10.282 the device sends a correction whose registration is not on the device, so that the user gets a rejection with a reason', async () => {
    const entryId = await confirmNewEntry('1');
    await claimDueItem();
    await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
    await db.items.where('entryId').equals(entryId).delete();
    await db.entries.delete(entryId);
    await outboxStore.recoverOrphans(ANA_ID, Date.now());
    expect(await claimDueItem()).toMatchObject({ item: { kind: 'correction' }, evaluationId: null });
  });

  it('S10 P10.285 discarding a registration also discards its correction', async () => {
    const entryId = await confirmNewEntry('1');
    await deferItemWithoutResponse(await claimDueItem());
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID },
      retaken: ['photo'],
    });
    expect(await discardOutboxEntry(ANA_ID, entryId, Date.now())).toBe('discarded');
    expect(await db.entries.count()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect(await db.bytes.count()).toBe(0);
    expect((await listAllReceipts()).map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
      'correction discarded',
      'registration discarded',
    ]);
  });
});

describe('S30 registration that was sent', () => {
  it('P10.283 a correction of a sent registration starts from its receipt and sends only the changed fields', async () => {
    const entryId = await deliverNewRegistration();
    await typeAndConfirmCorrection(entryId, {
      form: { employer_company_id: MINES_EMPLOYER_ID, first_name: 'Zoé' },
    });
    const lead = await claimDueItem();
    expect(lead).toMatchObject({ evaluationId: REMOTE_EVALUATION_ID, item: { kind: 'correction' } });
    expect(await readCorrectionBody(lead.item.entryId)).toEqual({
      reason: 'La empresa no era esa',
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES_EMPLOYER_ID,
      pictures: [],
    });
  });

  it("P10.283 the delivery of a correction changes the name in the registration's receipt, and counts as no further registration", async () => {
    const entryId = await deliverNewRegistration();
    await typeAndConfirmCorrection(entryId, { form: { first_name: 'Zoé' } });
    expect((await readRegistrationReceipt(ANA_ID, entryId))?.summary.patientName).toBe('Zoraida Quiñones');
    await settleAsDelivered(await claimDueItem());
    expect((await readRegistrationReceipt(ANA_ID, entryId))?.summary.patientName).toBe('Zoé Quiñones');
    expect(await readRegistrationFigures(ANA_ID, 0)).toMatchObject({
      registered: 1,
      confirmed: 1,
      onTheirWay: 0,
    });
    expect((await listAllReceipts()).map(({ kind }) => kind).sort()).toEqual(['correction', 'registration']);
  });

  it('P10.283 a correction of a registration made on another device starts from the server’s data', async () => {
    const key = await findCorrectionDraftKey(ANA_ID, REMOTE_EVALUATION_ID);
    const content = await typeCorrection(await confirmNewEntry('9'), {});
    const told = {
      form: content.form,
      labels: { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null },
    };
    expect(await openCorrection(ANA_ID, key, null), 'nothing is known of it here').toBe(false);
    const result = await typeAndConfirmCorrection(key, {
      told,
      form: { employer_company_id: MINES_EMPLOYER_ID },
    });
    expect(result.type).toBe('confirmed');
    expect((await listCorrectionEntries())[0]?.corrects).toEqual({
      entryId: null,
      evaluationId: REMOTE_EVALUATION_ID,
    });
  });

  it("P10.283 the draft key of a correction opened by evaluation id is the entry's id when this device made the registration", async () => {
    expect(await findCorrectionDraftKey(ANA_ID, REMOTE_EVALUATION_ID)).toBe(
      `evaluation:${REMOTE_EVALUATION_ID}`,
    );
    const entryId = await confirmNewEntry('1');
    await settleAsDelivered(await claimDueItem());
    expect(await findCorrectionDraftKey(ANA_ID, REMOTE_EVALUATION_ID)).toBe(entryId);
    await deliverNextItem();
    await deliverNextItem();
    expect(await findCorrectionDraftKey(ANA_ID, REMOTE_EVALUATION_ID)).toBe(entryId);
  });

  it('P10.283 confirming a correction without changes creates no entry', async () => {
    const entryId = await deliverNewRegistration();
    expect(await typeAndConfirmCorrection(entryId)).toEqual({ type: 'nothing_changed' });
    expect(await db.entries.count()).toBe(0);
  });

  it("P10.285 a correction to another patient's document sends all data of that patient, and the device forgets the patient entered first", async () => {
    const entryId = await deliverNewRegistration('9999000017');
    expect(await recallPatient(ANA_ID, 'CC', '9999000017')).not.toBeNull();
    await typeAndConfirmCorrection(entryId, {
      form: { identification_number: '9999000025', first_name: 'Ana' },
    });
    const body = await readCorrectionBody((await listCorrectionEntries())[0]?.id ?? '');
    expect(body).toMatchObject({ other_patient: { identification_number: '9999000025', first_name: 'Ana' } });
    expect(body).not.toHaveProperty('patient');
    expect(await recallPatient(ANA_ID, 'CC', '9999000017')).toBeNull();
    expect(await recallPatient(ANA_ID, 'CC', '9999000025')).toMatchObject({ first_name: 'Ana' });
  });
});

it('P10.446 a correction and the registration that it corrects name the company that the server used instead of a proposal', async () => {
  const entryId = await deliverNewRegistration();
  await typeAndConfirmCorrection(entryId, { form: { employer_company_id: MINES_EMPLOYER_ID } });
  const [correction] = await listCorrectionEntries();
  const claimed = await claimDueItem();
  const used = { company_id: OTHER_EMPLOYER_ID, name: 'Minas Conocidas' };
  await replaceCompaniesInSummary(correction?.id ?? '', [{ proposed_id: MINES_EMPLOYER_ID, ...used }]);
  const named = { labels: { employerCompany: used.name }, form: { employer_company_id: used.company_id } };
  expect((await listCorrectionEntries())[0]?.summary).toMatchObject(named);
  await settleAsDelivered(claimed);
  const receipts = await listAllReceipts();
  expect(receipts.map(({ kind, summary }) => [kind, summary])).toEqual(
    expect.arrayContaining([
      ['correction', expect.objectContaining({ labels: expect.objectContaining(named.labels) })],
      ['registration', expect.objectContaining({ labels: expect.objectContaining(named.labels) })],
    ]),
  );
});

it('P10.446 a queued correction that does not change the companies keeps the company that the server used for its registration', async () => {
  const entryId = await confirmNewEntry('1');
  await deferItemWithoutResponse(await claimDueItem());
  await typeAndConfirmCorrection(entryId, { form: { first_name: 'Zulma' } });
  const [before] = await listCorrectionEntries();
  const proposed_id = before?.summary.form.employer_company_id ?? '';
  const claimed = await claimDueItem();
  const used = { company_id: OTHER_EMPLOYER_ID, name: 'Minas Conocidas' };
  await replaceCompaniesInSummary(entryId, [{ proposed_id, ...used }]);
  await settleAsDelivered(claimed);
  expect((await listCorrectionEntries())[0]?.summary.labels.employerCompany).toBe(used.name);
  const correction = await claimDueItem();
  expect(correction.item.kind).toBe('correction');
  await settleAsDelivered(correction);
  const registration = await db.entries.get(entryId);
  const keys = await requireKeysOf(ANA_ID);
  const shown = registration && (await decryptRegistrationSummary(keys, entryId, registration.sealedSummary));
  expect(shown?.labels.employerCompany).toBe(used.name);
});
