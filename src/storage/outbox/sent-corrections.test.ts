import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import { hears, NEXT_LIFE, statement } from '#tests/support/device/copies.ts';
import {
  allReceipts,
  ANA,
  claim,
  confirmedEntry,
  deliverNext,
  EVALUATION,
  refuseNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { confirmCorrection, correctionFrom, typeCorrection } from '#tests/support/device/corrections.ts';
import { db } from '../database/database.ts';
import { loadDraft, type PictureSlot } from '../drafts/drafts.ts';
import { enqueue } from './enqueue.ts';
import { listEntries, readReceipt, shiftCount } from './entries.ts';
import { removeEntry, retryItems } from './entry-actions.ts';
import { findCorrectionKey, openCorrection } from './open-correction.ts';
import { readContent } from './outbox-content.ts';
import { outboxStore } from './outbox-store.ts';
import { recallPatient } from './patients.ts';

const MINES = '77777777-7777-4777-8777-777777777777';
const OTHER = '88888888-8888-4888-8888-888888888888';

const settle = (claimed: ClaimedItem, remoteId: string = EVALUATION) =>
  outboxStore.settle(claimed, { type: 'deliver', remoteId }, Date.now());
const lose = (claimed: ClaimedItem) =>
  outboxStore.settle(
    claimed,
    { type: 'defer', cause: 'no_answer', retryAfter: null, jitter: 0 },
    Date.now() - 100_000,
  );

/** Kinds and due times of what lies in the queue. */
const queue = async (): Promise<Record<string, string>> => {
  const rows = await db.items.toArray();
  return Object.fromEntries(
    rows.map(({ kind, heldFor, dueAt, state, entryId }) => [
      `${entryId.slice(0, 4)} ${kind}`,
      [state.name, heldFor === undefined ? 'free' : 'held', dueAt === undefined ? 'not due' : 'due'].join(
        ' ',
      ),
    ]),
  );
};

const corrections = async () =>
  (await listEntries(ANA, { limit: 9 })).filter((entry) => entry.kind === 'correction');

async function bodyOf(entryId: string): Promise<unknown> {
  const rows = await db.items.where('entryId').equals(entryId).toArray();
  const content = await readContent(rows.find(({ kind }) => kind === 'correction')?.id ?? '');
  return content.type === 'body' ? (JSON.parse(content.text) as unknown) : content.type;
}

/** Everything of the registration has arrived. */
async function delivered(number = '1'): Promise<string> {
  const entryId = await confirmedEntry(number);
  await deliverNext(EVALUATION);
  await deliverNext();
  await deliverNext();
  return entryId;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S30 a registration that was never sent', () => {
  it('P10.281 is replaced under new keys, with everything else of it as it was', async () => {
    const entryId = await confirmedEntry('1');
    const before = await db.items.toArray();
    const result = await confirmCorrection(entryId, { form: { employerCompanyId: MINES }, reason: '' });
    expect(result).toEqual({ type: 'confirmed', entryId });
    const after = await db.items.toArray();
    expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
    for (const { id, key } of before) expect(after.find((row) => row.id === id)?.key).not.toBe(key);
    expect(await corrections()).toEqual([]);
    expect(await db.drafts.count()).toBe(0);
    expect(await shiftCount(ANA, 0)).toMatchObject({ registered: 1, onTheirWay: 1 });
  });

  it('P10.281 is not replaced once a drain has claimed it: the same draft becomes a correction', async () => {
    const entryId = await confirmedEntry('1');
    const content = await typeCorrection(entryId, { form: { employerCompanyId: MINES }, reason: '' });
    const claimed = await claim();
    expect(await enqueue(correctionFrom(entryId, content, { reason: '' }))).toEqual({
      type: 'reason_needed',
    });
    expect((await loadDraft(ANA, entryId))?.content?.form.employerCompanyId).toBe(MINES);
    expect(await enqueue(correctionFrom(entryId, content))).toEqual({ type: 'confirmed', entryId });
    const [correction] = await corrections();
    expect(correction?.corrects).toEqual({ entryId, evaluationId: null });
    expect(await bodyOf(correction?.id ?? '')).toMatchObject({ employer_company_id: MINES, pictures: [] });
    await settle(claimed);
    expect((await corrections())[0]?.corrects).toEqual({ entryId, evaluationId: EVALUATION });
  });

  it('P10.281 is not replaced after a retry of an unknown outcome, which sets its attempts to 0', async () => {
    const entryId = await confirmedEntry('1');
    await refuseNext('outcome_unknown');
    expect(await openCorrection(ANA, entryId, null)).toBe(false);
    await retryItems(ANA, entryId, Date.now());
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    expect(await corrections()).toMatchObject([{ corrects: { entryId, evaluationId: null } }]);
  });
});

describe('S30 a registration that is being sent', () => {
  it('P10.282 has a correction that waits until it is delivered, and is due in the transaction that settles it', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    const [correction] = await corrections();
    const name = `${correction?.id.slice(0, 4)} correction`;
    expect((await queue())[name]).toBe('queued held not due');
    expect(await outboxStore.claimNext(ANA, Date.now())).toBeNull();
    // The result and a claim beside it share one transaction.
    const [, next] = await Promise.all([settle(claimed), outboxStore.claimNext(ANA, Date.now())]);
    expect(next).toMatchObject({
      item: { kind: 'correction', entryId: correction?.id },
      evaluationId: EVALUATION,
      isCorrection: true,
    });
  });

  it('P10.282 waits through an unknown outcome, and after the sender was killed', async () => {
    const entryId = await confirmedEntry('1');
    await lose(await claim());
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    const again = await claim();
    expect(again.item).toMatchObject({ kind: 'evaluation', attempts: 2 });
    await outboxStore.recoverOrphans(ANA, Date.now());
    expect((await corrections())[0]?.items[0]?.blocked).toBe(true);
    await settle(await claim());
    expect((await claim()).item.kind).toBe('correction');
  });

  it('P10.282 frees the correction at the next drain when the delivery was not seen here', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    // As by another version of the app, or a colleague's queue: the evaluation is delivered and nothing was freed.
    await db.items.update(claimed.item.id, { state: { name: 'delivered', at: 1, remoteId: EVALUATION } });
    await outboxStore.recoverOrphans(ANA, Date.now());
    const next = await claim();
    expect(next).toMatchObject({ evaluationId: EVALUATION });
    expect(['correction', 'photo', 'signature']).toContain(next.item.kind);
    expect((await corrections())[0]?.corrects?.evaluationId).toBe(EVALUATION);
  });

  it('P10.282 is sent to be rejected with a reason where its registration is not on the device', async () => {
    const entryId = await confirmedEntry('1');
    await claim();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    await db.items.where('entryId').equals(entryId).delete();
    await db.entries.delete(entryId);
    await outboxStore.recoverOrphans(ANA, Date.now());
    expect(await claim()).toMatchObject({ item: { kind: 'correction' }, evaluationId: null });
  });

  it('S10 P10.285 is discarded with its correction, and the correction cannot outlive it', async () => {
    const entryId = await confirmedEntry('1');
    await lose(await claim());
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES }, retaken: ['photo'] });
    expect(await removeEntry(ANA, entryId, Date.now())).toBe('discarded');
    expect(await db.entries.count()).toBe(0);
    expect(await db.items.count()).toBe(0);
    expect(await db.bytes.count()).toBe(0);
    expect((await allReceipts()).map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
      'correction discarded',
      'registration discarded',
    ]);
  });
});

describe('S30 pictures taken again', () => {
  it('P10.284 replace in place a picture of the registration that was never sent', async () => {
    const entryId = await confirmedEntry('1');
    await settle(await claim());
    const before = (await db.items.toArray()).find(({ kind }) => kind === 'photo');
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES }, retaken: ['photo'] });
    const [correction] = await corrections();
    expect(correction?.items.map(({ kind }) => kind)).toEqual(['correction']);
    expect(await bodyOf(correction?.id ?? '')).toMatchObject({ pictures: [] });
    const after = (await db.items.toArray()).find(({ kind }) => kind === 'photo');
    expect(after?.id).toBe(before?.id);
    expect(after?.key).not.toBe(before?.key);
    expect(after?.picture?.bytesId).not.toBe(before?.picture?.bytesId);
    expect(await db.bytes.count()).toBe(2);
  });

  it('P10.284 wait until the picture that they replace has left the queue', async () => {
    const entryId = await confirmedEntry('1');
    await settle(await claim());
    const first = await claim();
    const kind = first.item.kind as PictureSlot;
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES }, retaken: [kind] });
    const [correction] = await corrections();
    expect(await bodyOf(correction?.id ?? '')).toMatchObject({ pictures: [kind] });
    expect((await claim()).item.kind).toBe('correction');
    const held = `${correction?.id.slice(0, 4)} ${kind}`;
    expect((await queue())[held]).toBe('queued held not due');
    const second = await claim();
    await Promise.all([settle(first, 'first'), settle(second, 'second')]);
    expect((await queue())[held], 'the correction itself is not delivered yet').toBe('queued free not due');
    await outboxStore.recoverOrphans(ANA, Date.now());
    await settle(await claim());
    expect(await claim()).toMatchObject({
      item: { kind, entryId: correction?.id },
      evaluationId: EVALUATION,
    });
  });

  it('P10.284 are freed when correction and registration are settled in one transaction', async () => {
    const entryId = await confirmedEntry('1');
    await settle(await claim());
    const [one, other] = [await claim(), await claim()];
    await confirmCorrection(entryId, { retaken: ['photo'] });
    const lead = await claim();
    expect(lead.item.kind).toBe('correction');
    await Promise.all([settle(lead), settle(one, 'one'), settle(other, 'other')]);
    expect((await claim()).item).toMatchObject({ kind: 'photo', entryId: lead.item.entryId });
  });

  it('P10.284 of a sent registration follow their correction', async () => {
    const entryId = await delivered();
    expect(await db.bytes.count()).toBe(0);
    await confirmCorrection(entryId, { retaken: ['photo', 'signature'] });
    const lead = await claim();
    expect(await bodyOf(lead.item.entryId)).toMatchObject({ pictures: ['photo', 'signature'] });
    expect(await outboxStore.claimNext(ANA, Date.now())).toBeNull();
    await settle(lead);
    expect([await deliverNext(), await deliverNext()].sort()).toEqual(['photo', 'signature']);
    expect(await db.bytes.count()).toBe(0);
  });
});

describe('S30 a registration that was sent', () => {
  it('P10.283 is corrected from what its receipt says, and sends only the fields that differ', async () => {
    const entryId = await delivered();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES, firstName: 'Zoé' } });
    const lead = await claim();
    expect(lead).toMatchObject({ evaluationId: EVALUATION, item: { kind: 'correction' } });
    expect(await bodyOf(lead.item.entryId)).toEqual({
      reason: 'La empresa no era esa',
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES,
      pictures: [],
    });
  });

  it('P10.283 shows the corrected values in its receipt once they are delivered', async () => {
    const entryId = await delivered();
    await confirmCorrection(entryId, { form: { firstName: 'Zoé' } });
    expect((await readReceipt(ANA, entryId))?.summary.patientName).toBe('Zoraida Quiñones');
    await settle(await claim());
    expect((await readReceipt(ANA, entryId))?.summary.patientName).toBe('Zoé Quiñones');
    expect(await shiftCount(ANA, 0)).toMatchObject({ registered: 1, confirmed: 1, onTheirWay: 0 });
    expect((await allReceipts()).map(({ kind }) => kind).sort()).toEqual(['correction', 'registration']);
  });

  it('P10.283 of another device is corrected from what the server says', async () => {
    const key = await findCorrectionKey(ANA, EVALUATION);
    const content = await typeCorrection(await confirmedEntry('9'), {});
    const told = {
      form: content.form,
      labels: { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null },
    };
    expect(await openCorrection(ANA, key, null), 'nothing is known of it here').toBe(false);
    const result = await confirmCorrection(key, { told, form: { employerCompanyId: MINES } });
    expect(result.type).toBe('confirmed');
    expect((await corrections())[0]?.corrects).toEqual({ entryId: null, evaluationId: EVALUATION });
  });

  it('P10.283 of this device is corrected under its entry, whichever of its ids the screen was opened with', async () => {
    expect(await findCorrectionKey(ANA, EVALUATION)).toBe(`evaluation:${EVALUATION}`);
    const entryId = await confirmedEntry('1');
    await settle(await claim());
    expect(await findCorrectionKey(ANA, EVALUATION)).toBe(entryId);
    await deliverNext();
    await deliverNext();
    expect(await findCorrectionKey(ANA, EVALUATION)).toBe(entryId);
  });

  it('P10.283 is not corrected by a confirmation that changes nothing', async () => {
    const entryId = await delivered();
    expect(await confirmCorrection(entryId)).toEqual({ type: 'nothing_changed' });
    expect(await db.entries.count()).toBe(0);
  });

  it('P10.285 moves to another patient with all data of that patient, and forgets the wrong one', async () => {
    const entryId = await delivered('9999000017');
    expect(await recallPatient(ANA, 'CC', '9999000017')).not.toBeNull();
    await confirmCorrection(entryId, { form: { identificationNumber: '9999000025', firstName: 'Ana' } });
    const body = await bodyOf((await corrections())[0]?.id ?? '');
    expect(body).toMatchObject({ other_patient: { identification_number: '9999000025', first_name: 'Ana' } });
    expect(body).not.toHaveProperty('patient');
    expect(await recallPatient(ANA, 'CC', '9999000017')).toBeNull();
    expect(await recallPatient(ANA, 'CC', '9999000025')).toMatchObject({ first_name: 'Ana' });
  });
});

describe('S30 corrections of one registration', () => {
  it('P10.284 that were not sent become one', async () => {
    const entryId = await delivered();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES }, retaken: ['photo'] });
    const [first] = await corrections();
    await confirmCorrection(entryId, { form: { firstName: 'Zoé' } });
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

  it('P10.284 do not become one once a send has begun, and the later one is captured later', async () => {
    const entryId = await delivered();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES }, capturedAt: 5_000 });
    const first = await claim();
    await confirmCorrection(entryId, {
      form: { employerCompanyId: OTHER },
      capturedAt: 4_000,
      clockOffset: 10,
    });
    const second = await claim();
    expect(await bodyOf(second.item.entryId)).toMatchObject({ employer_company_id: OTHER });
    const instant = ({ capturedAt, clockOffset }: ClaimedItem) => capturedAt + clockOffset;
    expect(instant(second)).toBeGreaterThan(instant(first));
  });

  it('P10.284 become one with a registration that the server rejected meanwhile', async () => {
    const entryId = await confirmedEntry('1');
    const claimed = await claim();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    const refusal = { status: 400, code: 'validation_failed', message: 'No', details: [] };
    await outboxStore.settle(claimed, { type: 'refuse', refusal }, Date.now());
    expect(await corrections()).toHaveLength(1);
    const content = await typeCorrection(entryId, { form: { firstName: 'Zoé' }, reason: '' });
    expect(content.form.employerCompanyId).toBe(MINES);
    await enqueue(correctionFrom(entryId, content, { reason: '' }));
    expect(await corrections()).toEqual([]);
    expect((await claim()).item).toMatchObject({ kind: 'evaluation', entryId });
  });

  it('P10.285 contain one that the server did not take', async () => {
    const entryId = await delivered();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    await refuseNext('not_found');
    await confirmCorrection(entryId, { form: { firstName: 'Zoé' } });
    const all = await corrections();
    expect(all).toHaveLength(1);
    expect(await bodyOf(all[0]?.id ?? '')).toMatchObject({
      patient: { first_name: 'Zoé' },
      employer_company_id: MINES,
    });
  });
});

describe('S29 S30 a registration that the server has lost with its disk', () => {
  it('P10.286 is sent again before its delivered correction, which takes the new evaluation', async () => {
    await hears(statement());
    const entryId = await delivered();
    await confirmCorrection(entryId, { form: { employerCompanyId: MINES } });
    await settle(await claim());
    expect(await db.kept.count()).toBe(2);
    expect(await hears(statement({ life: NEXT_LIFE }))).toBe(2);
    await outboxStore.recoverOrphans(ANA, Date.now());
    const again = await claim();
    expect(again.item).toMatchObject({ kind: 'evaluation', entryId });
    await settle(again, OTHER);
    expect(await claim()).toMatchObject({ item: { kind: 'correction' }, evaluationId: OTHER });
  });
});
