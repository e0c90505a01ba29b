import type { Permission } from '#contract/vocabulary.ts';
import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { ItemKind, OutboxItem } from '#domain/outbox/item.ts';
import type { ClaimedItem } from '#domain/outbox/ports.ts';
import type { DraftContent, LocalPatient } from '#domain/registration.ts';
import { emptyRegistration, NO_TYPED_COMPANIES } from '#domain/registration.ts';
import { signInAccount, type Account } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import { ensureQueueNumberCounter, storeQueueNumberReportResult } from '#storage/device/queue-numbers.ts';
import {
  recordSeenDraftRevision,
  saveDraftContent,
  saveDraftPicture,
  type CapturedPicture,
} from '#storage/drafts/drafts.ts';
import { enqueueAttachment, type AttachmentConfirmation } from '#storage/outbox/enqueue-attachment.ts';
import {
  enqueueConfirmation,
  type Confirmation,
  type ConfirmationResult,
} from '#storage/outbox/registrations/enqueue.ts';
import { listEntries, listOutboxReceipts, type ReceiptView } from '#storage/outbox/entries.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { decodeVaultKey, importVaultKeys } from '#storage/vault/vault.ts';

export const ANA_ID = '11111111-1111-4111-8111-111111111111';
export const BEA_ID = '22222222-2222-4222-8222-222222222222';
export const BRANCH_ID = '33333333-3333-4333-8333-333333333333';

export const anaAccount: Account = {
  userId: ANA_ID,
  email: null,
  displayName: 'Ana',
  branchId: BRANCH_ID,
  actions: ['register_patients'],
  gate: 'open',
};

/** Returns a data key in base64url: 43 characters for 32 bytes, a different key for each letter. */
const vaultKey = (letter: string) => letter.repeat(42) + 'A';

/** Empties the device's storage, and this window's memory of the drafts that it has shown. */
export async function wipeDevice(): Promise<void> {
  for (const owner of [ANA_ID, BEA_ID]) recordSeenDraftRevision(`${owner}:new`, null);
  await db.open();
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
}

export async function signInOnDevice(
  userId = ANA_ID,
  actions: Permission[] = ['register_patients'],
): Promise<void> {
  const session = {
    user_id: userId,
    email: `${userId.slice(0, 4)}@clinica.test`,
    display_name: 'Persona',
    branch_id: BRANCH_ID,
  };
  const keys = await importVaultKeys(decodeVaultKey(vaultKey(userId[0] ?? 'x')));
  await signInAccount(userId, { ...session, actions }, null, { keys, copy: null });
}

/** Stores queue letters as the server assigns them in its response to a report; registrations after that get queue numbers. */
export async function assignQueueLetters(
  letters = 'A',
  branchId = BRANCH_ID,
  today = '2026-11-23',
): Promise<void> {
  await storeQueueNumberReportResult(await ensureQueueNumberCounter(branchId), { letters, today });
}

/** Returns a picture of random bytes, so that a test notices bytes that leak or are mixed up. */
export function randomPicture(size: number, mime: CapturedPicture['mime'] = 'image/jpeg'): CapturedPicture {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  return { bytes: bytes.buffer, mime, name: mime === 'image/png' ? 'signature.png' : 'photo.jpg' };
}

export const createLocalPatient = (number: string): LocalPatient => ({
  id: null,
  identification_type: 'CC',
  identification_number: number,
  ...buildPerPatientField(() => null),
  first_name: 'Zoraida',
  last_name: 'Quiñones',
  birth_date: '1990-05-12',
  gender: 'F',
  occupation_id: null,
  last_evaluation: null,
});

export const draftContent = (number: string): DraftContent => ({
  form: { ...emptyRegistration, identification_number: number, first_name: 'Zoraida', last_name: 'Quiñones' },
  step: 2,
  linked: null,
  picturesOf: null,
  typedCompanies: NO_TYPED_COMPANIES,
  correcting: null,
});

export function confirmation(number: string, patch: Partial<Confirmation> = {}): Confirmation {
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Flores', contractorCompany: null };
  return {
    ownerId: ANA_ID,
    branchId: BRANCH_ID,
    correcting: null,
    correction: null,
    replaces: [],
    capturedAt: Date.now(),
    clockOffset: 0,
    body: JSON.stringify({ patient: { identification_number: number } }),
    summary: {
      patientName: 'Zoraida Quiñones',
      identification_type: 'CC',
      identification_number: number,
      labels,
      form: draftContent(number).form,
      linked: null,
    },
    person: createLocalPatient(number),
    ...patch,
  };
}

export async function captureAndConfirm(
  number: string,
  patch: Partial<Confirmation> = {},
): Promise<ConfirmationResult> {
  const given = confirmation(number, patch);
  await saveDraftContent(given.ownerId, given.correcting, draftContent(number));
  await saveDraftPicture(given.ownerId, given.correcting, 'photo', randomPicture(20_000));
  await saveDraftPicture(given.ownerId, given.correcting, 'signature', randomPicture(9_000, 'image/png'));
  return enqueueConfirmation(given);
}

/** Confirms a registration and returns the entry's id; fails if the device does not confirm it. */
export async function confirmNewEntry(number: string, patch: Partial<Confirmation> = {}): Promise<string> {
  const result = await captureAndConfirm(number, patch);
  if (result.type !== 'confirmed') throw new Error(`not confirmed: ${result.type}`);
  return result.entryId;
}

export const REMOTE_EVALUATION_ID = '55555555-5555-4555-8555-555555555555';
export const EXAM_ORDER_ID = '66666666-6666-4666-8666-666666666666';

export async function enqueueSampleAttachment(patch: Partial<AttachmentConfirmation> = {}): Promise<string> {
  const result = await enqueueAttachment({
    ownerId: ANA_ID,
    branchId: BRANCH_ID,
    target: { evaluationId: REMOTE_EVALUATION_ID, examOrderId: EXAM_ORDER_ID },
    capturedAt: Date.now(),
    clockOffset: 0,
    file: { bytes: randomPicture(30_000).bytes, mime: 'application/pdf', name: 'audiograma de Zoraida.pdf' },
    summary: {
      patientName: 'Zoraida Quiñones',
      identification_type: 'CC',
      identification_number: '9999000017',
      examName: 'Audiometría tonal',
      fileName: 'audiograma de Zoraida.pdf',
    },
    ...patch,
  });
  if (result.type !== 'confirmed') throw new Error(`not confirmed: ${result.type}`);
  return result.entryId;
}

export const SAMPLE_REJECTION = {
  status: 400,
  code: 'validation_failed',
  message: 'No',
  details: [{ field: 'patient.first_name', message: 'Ingrese los nombres' }],
};

export async function claimDueItem(now = Date.now()): Promise<ClaimedItem> {
  const claimed = await outboxStore.claimNext(ANA_ID, now);
  if (!claimed) throw new Error('nothing was due');
  return claimed;
}
export async function deliverNextItem(remoteId: string = crypto.randomUUID()): Promise<ItemKind> {
  const claimed = await claimDueItem();
  await outboxStore.settle(claimed, { type: 'deliver', remoteId }, Date.now());
  return claimed.item.kind;
}
/** Delivers a new evaluation with its photo and signature. Returns the entry's id. */
export async function confirmAndDeliverEntry(number: string): Promise<string> {
  const entryId = await confirmNewEntry(number);
  for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
  return entryId;
}
/** Returns the numbers of entries in the outbox, of retained entries and of stored files. */
export const countEntryAndBytesRows = async (): Promise<number[]> => [
  await db.entries.count(),
  await db.kept.count(),
  await db.bytes.count(),
];
export async function rejectNextItem(code = SAMPLE_REJECTION.code): Promise<OutboxItem> {
  const claimed = await claimDueItem();
  await outboxStore.settle(claimed, { type: 'refuse', refusal: { ...SAMPLE_REJECTION, code } }, Date.now());
  return claimed.item;
}

export const listEntryPatientNames = async (ownerId: string): Promise<string[]> =>
  (await listEntries(ownerId, { limit: 9 })).map(({ summary }) => summary.patientName);

/** Returns the outbox receipts of the user's entries, newest first. */
export async function listAllReceipts(ownerId = ANA_ID): Promise<ReceiptView[]> {
  const most = { delivered: Infinity, discarded: Infinity, handed_over: Infinity };
  const settled = Object.values(await listOutboxReceipts(ownerId, 0, most)).flatMap(({ newest }) => newest);
  return settled.toSorted((one, other) => other.capturedAt - one.capturedAt);
}
