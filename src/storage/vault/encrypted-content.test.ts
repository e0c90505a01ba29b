import { beforeEach, describe, expect, it } from 'vitest';
import {
  ANA_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  draftContent,
  REMOTE_EVALUATION_ID,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import { emptyRegistration } from '#domain/registration.ts';
import { readAccount } from '../account/accounts.ts';
import { loadWorksheet, saveWorksheet } from '../drafts/clinical-drafts.ts';
import { db } from '../database/database.ts';
import { loadDraft, saveDraftContent } from '../drafts/drafts.ts';
import { openCorrection } from '../outbox/registrations/open-correction.ts';
import { listQueuedAttachments, listEntries, readQueuedRegistration } from '../outbox/entries.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { readItemContent } from '../outbox/sending/outbox-content.ts';
import { PackedEntry } from '../transfers/transfer-content.ts';
import { recallPatient } from '../outbox/patients.ts';
import { StoredRejection } from './encrypted-content.ts';
import { decryptBytes, encryptBytes, type VaultKeys } from './vault.ts';

type JsonObject = Record<string, unknown>;

async function reencryptChanged(
  place: string,
  sealed: ArrayBuffer | null,
  change: (plain: JsonObject) => unknown,
) {
  if (!sealed) throw new Error('nothing is sealed here');
  const keys: VaultKeys = await requireKeysOf(ANA_ID);
  const plain = JSON.parse(new TextDecoder().decode(await decryptBytes(keys, place, sealed))) as JsonObject;
  return encryptBytes(keys, place, new TextEncoder().encode(JSON.stringify(change(plain))));
}

const withoutFields =
  (...names: string[]) =>
  (plain: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(plain).filter(([name]) => !names.includes(name)));
const withChangedForm = (change: (form: JsonObject) => unknown) => (plain: JsonObject) => ({
  ...plain,
  form: change(plain['form'] as JsonObject),
});

const anaDraftId = `${ANA_ID}:new`;
async function rewriteStoredDraft(change: (plain: JsonObject) => unknown) {
  const row = await db.drafts.get(anaDraftId);
  const sealedContent = await reencryptChanged(`draft:${anaDraftId}`, row?.sealedContent ?? null, change);
  await db.drafts.update(anaDraftId, { sealedContent });
}
async function rewriteStoredSummary(entryId: string, change: (plain: JsonObject) => unknown) {
  const row = await db.entries.get(entryId);
  const sealedSummary = await reencryptChanged(`summary:${entryId}`, row?.sealedSummary ?? null, change);
  await db.entries.update(entryId, { sealedSummary });
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S21 draft written by another app version', () => {
  beforeEach(() => saveDraftContent(ANA_ID, null, draftContent('1')));

  it('when a draft lacks a field, the device opens the draft with the default of this field', async () => {
    await rewriteStoredDraft(withChangedForm(withoutFields('additional_info', 'gender', 'occupation_id')));
    expect((await loadDraft(ANA_ID, null))?.content).toEqual(draftContent('1'));
  });

  it('P10.71 the device opens a draft that lacks the identity of its photo and signature, and stores the identity at the next save', async () => {
    await rewriteStoredDraft(withoutFields('picturesOf'));
    const content = (await loadDraft(ANA_ID, null))?.content;
    expect(content).toEqual({ ...draftContent('1'), picturesOf: null });
    if (!content) throw new Error('the draft is gone');
    const picturesOf = { identification_type: 'CC', identification_number: '1', name: 'Zoraida' } as const;
    await saveDraftContent(ANA_ID, null, { ...content, picturesOf });
    await rewriteStoredDraft(({ picturesOf: of, ...plain }) => ({
      ...plain,
      picturesOf: { ...(of as object), identification_type: undefined, birth_date: '1990-01-01' },
    }));
    expect((await loadDraft(ANA_ID, null))?.content?.picturesOf).toMatchObject(picturesOf);
  });

  it('the device keeps an unknown field of a draft when it saves the draft again', async () => {
    await rewriteStoredDraft(withChangedForm((form) => ({ ...form, phone: '300' })));
    const content = (await loadDraft(ANA_ID, null))?.content;
    if (!content) throw new Error('the draft is gone');
    await saveDraftContent(ANA_ID, null, { ...content, form: { ...content.form, first_name: 'Zoila' } });
    expect((await loadDraft(ANA_ID, null))?.content?.form).toMatchObject({
      first_name: 'Zoila',
      phone: '300',
    });
  });

  it('P10.353 the device opens a draft without additional fields, keeps typed values that are invalid, and omits values of an unknown kind', async () => {
    await rewriteStoredDraft(withChangedForm(withoutFields('patient_additional', 'visit_additional')));
    expect((await loadDraft(ANA_ID, null))?.content?.form.patient_additional).toEqual([]);
    const weight = createFieldValue(createAdditionalField(1, { kind: 'number' }), '12.');
    await rewriteStoredDraft(
      withChangedForm((form) => ({
        ...form,
        patient_additional: [weight, { ...weight, kind: 'picture' }, 'x'],
      })),
    );
    expect((await loadDraft(ANA_ID, null))?.content?.form.patient_additional).toEqual([weight]);
  });

  it('the device reports a draft as damaged when its content does not match the schema', async () => {
    await rewriteStoredDraft(() => ['x']);
    await expect(loadDraft(ANA_ID, null)).rejects.toMatchObject({ kind: 'damaged' });
  });
});

describe('S21 entry written by another app version', () => {
  it('the device lists an entry that lacks the newest fields, and the user can correct it', async () => {
    const id = await confirmNewEntry('1');
    await rejectNextItem();
    await rewriteStoredSummary(id, (plain) =>
      withChangedForm(withoutFields('additional_info'))(withoutFields('labels')(plain)),
    );
    expect((await readQueuedRegistration(ANA_ID, id))?.summary).toMatchObject({
      identification_number: '1',
      labels: { evaluationType: '', contractorCompany: null },
    });
    await openCorrection(ANA_ID, id, null);
    expect((await loadDraft(ANA_ID, id))?.content?.form.additional_info).toBe('');
  });

  it('when the summary of an entry is invalid, the device lists the entry with empty patient data and still sends it', async () => {
    const [damaged] = [await confirmNewEntry('1'), await confirmNewEntry('2')];
    await rewriteStoredSummary(damaged, () => 7);
    const entries = await listEntries(ANA_ID, { limit: 9 });
    expect(entries.map(({ summary }) => summary.identification_number)).toEqual(['', '2']);
    const [evaluation] = (await readQueuedRegistration(ANA_ID, damaged))?.items ?? [];
    expect(await readItemContent(evaluation?.id ?? '')).toMatchObject({ type: 'body' });
  });

  it('the device treats an item as lost and does not send it when its stored request body is damaged', async () => {
    const id = await confirmNewEntry('1');
    const rows = await db.items.where('entryId').equals(id).toArray();
    const evaluation = rows.find(({ kind }) => kind === 'evaluation');
    const itemId = evaluation?.id ?? '';
    const sealedBody = await reencryptChanged(`body:${itemId}`, evaluation?.sealedBody ?? null, () => ({}));
    await db.items.update(itemId, { sealedBody });
    expect(await readItemContent(itemId)).toEqual({ type: 'lost' });
  });

  it('the device reads an entry whose stored rejection lacks code and details', async () => {
    const id = await confirmNewEntry('1');
    const item = await rejectNextItem();
    const row = await db.items.get(item.id);
    const sealedRefusal = await reencryptChanged(
      `refusal:${item.id}`,
      row?.sealedRefusal ?? null,
      withoutFields('details', 'code'),
    );
    await db.items.update(item.id, { sealedRefusal });
    expect((await readQueuedRegistration(ANA_ID, id))?.items[0]?.state).toMatchObject({
      refusal: { code: null, details: [] },
    });
  });

  it('the device lists an attachment whose stored summary lacks the name of its exam', async () => {
    await signInOnDevice(ANA_ID, ['manage_evaluations']);
    await rewriteStoredSummary(await enqueueSampleAttachment(), withoutFields('examName'));
    expect((await listQueuedAttachments(ANA_ID, REMOTE_EVALUATION_ID))[0]?.summary.examName).toBe('');
  });
});

it('S10 the device reads a stored rejection whose fields are missing or too long, with empty values for these fields', () => {
  const before = {
    status: 400,
    code: null,
    message: 'Bad Request',
    details: [{ field: 'a', message: 'b' }],
  };
  expect(StoredRejection.parse(before)).toEqual(before);
  expect(StoredRejection.parse({ status: 422, message: 'x'.repeat(20_000) })).toEqual({
    status: 422,
    code: null,
    message: '',
    details: [],
  });
  const details = Array.from({ length: 201 }, (_, nth) => ({ field: `photo_${nth}`, message: 'Borrosa' }));
  expect(StoredRejection.parse({ details: details.slice(1) }).details).toEqual(details.slice(1));
  expect(StoredRejection.parse({ details }).details).toEqual([]);
});

describe('S21 entry of a rescue file written by another app version', () => {
  const entryOf = (form: JsonObject) => ({
    id: crypto.randomUUID(),
    capturedBy: ANA_ID,
    capturerName: 'Ana',
    branchId: 'b',
    capturedAt: 1,
    clockOffset: 0,
    kind: 'registration',
    target: null,
    summary: { patientName: 'Zoraida', identification_type: 'CC', identification_number: '1', form },
    items: [
      {
        id: crypto.randomUUID(),
        kind: 'evaluation',
        key: 'k',
        attempts: 0,
        capturedBy: ANA_ID,
        consent: null,
        state: { name: 'queued' },
        body: '{}',
        file: null,
      },
    ],
  });

  it('the device reads an entry of a rescue file without the newest fields and keeps an unknown field', () => {
    const read = PackedEntry.safeParse(entryOf({ first_name: 'Zoraida', phone: '300' }));
    expect(read.data?.summary).toMatchObject({
      form: { ...emptyRegistration, first_name: 'Zoraida', phone: '300' },
      labels: { contractorCompany: null },
    });
  });

  it('the device treats an entry of a rescue file as damaged when a field has another type', () => {
    expect(PackedEntry.safeParse(entryOf({ first_name: 7 })).success).toBe(false);
  });
});

describe('S21 other encrypted content written by another app version', () => {
  it('the device opens a worksheet that lacks the newest fields', async () => {
    const typed = { base: '', mine: 'Apto', theirs: null };
    await saveWorksheet(ANA_ID, REMOTE_EVALUATION_ID, { texts: { 'note:concepto': typed }, added: [] });
    const id = `${ANA_ID}:${REMOTE_EVALUATION_ID}`;
    const row = await db.clinicalDrafts.get(id);
    const sealed = await reencryptChanged(`clinical:${id}`, row?.sealed ?? null, (plain) => ({
      texts: { 'note:concepto': { mine: 'Apto' } },
      later: plain,
    }));
    await db.clinicalDrafts.update(id, { sealed });
    expect(await loadWorksheet(ANA_ID, REMOTE_EVALUATION_ID)).toMatchObject({
      texts: { 'note:concepto': typed },
      added: [],
    });
  });

  it('P10.192 P10.194 a worksheet keeps an unfinished restriction, and the date of the earlier visit from which a note was copied', async () => {
    const sheet = {
      texts: { 'note:concepto': { base: '', mine: 'Apto', theirs: null, takenFrom: '2026-03-12' } },
      added: [],
      begun: { restricciones: { subject: 'Sin alturas', from: '2026-12-01', to: '', isPermanent: false } },
    };
    await saveWorksheet(ANA_ID, REMOTE_EVALUATION_ID, sheet);
    expect(await loadWorksheet(ANA_ID, REMOTE_EVALUATION_ID)).toEqual(sheet);
  });

  it('the device reads a remembered patient that lacks the newest fields and ignores a damaged one', async () => {
    await confirmNewEntry('1');
    const change = async (how: (plain: JsonObject) => unknown) => {
      const row = await db.patients.toCollection().first();
      if (!row) throw new Error('nobody is remembered');
      await db.patients.put({
        ...row,
        sealed: await reencryptChanged(`patient:${row.tag}`, row.sealed, how),
      });
    };
    await change(withoutFields('last_evaluation', 'gender'));
    expect(await recallPatient(ANA_ID, 'CC', '1')).toMatchObject({ gender: null, last_evaluation: null });
    const visit = { started_at: '2026-11-21T11:47:00Z', evaluation_type_name: 'Ingreso' };
    await change((plain) => ({ ...plain, last_evaluation: visit }));
    expect(await recallPatient(ANA_ID, 'CC', '1')).toMatchObject({
      last_evaluation: { ...visit, isOpen: false, chosen: null },
    });
    await change(() => null);
    expect(await recallPatient(ANA_ID, 'CC', '1')).toBeNull();
  });

  it('the device ignores permissions of the signed-in user that this app version does not know', async () => {
    const row = await db.accounts.get('current');
    const sealedFacts = await reencryptChanged(`facts:${ANA_ID}`, row?.sealedFacts ?? null, (plain) => ({
      ...withoutFields('email')(plain),
      actions: ['register_patients', 'fly'],
    }));
    await db.accounts.update('current', { sealedFacts });
    expect(await readAccount()).toMatchObject({ email: null, actions: ['register_patients'] });
  });

  it('the device reads a form with all current fields and changes none of them', async () => {
    await saveDraftContent(ANA_ID, null, { ...draftContent('1'), form: emptyRegistration });
    expect((await loadDraft(ANA_ID, null))?.content?.form).toEqual(emptyRegistration);
  });
});
