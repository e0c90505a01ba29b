import { fullName } from '#domain/patient/name.ts';
import { NO_TYPED_COMPANIES, type RegistrationForm } from '#domain/registration.ts';
import { correctionContentOfForm } from '#features/reception/correction/correction-of.ts';
import { createEvaluationBody } from '#features/reception/form/create-body.ts';
import type { Confirmation } from '#storage/outbox/confirmation.ts';
import { openCorrection } from '#storage/outbox/registrations/open-correction.ts';
import { readSignedInState } from '#storage/account/accounts.ts';
import { db } from '#storage/database/database.ts';
import type { ItemRow } from '#storage/database/records.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
import { exchangeDraft, listParkedDrafts } from '#storage/drafts/parked-drafts.ts';
import { enqueueConfirmation } from '#storage/outbox/registrations/enqueue.ts';
import { readSyncSummary } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import { entryBackupPath, openBackupCache } from '#storage/backup/backup-cache.ts';
import { readReceiptBackups } from '#storage/backup/receipt-backups.ts';
import { startContinuousBackup } from '#storage/backup/backup.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import { parseQueueNumber } from '#domain/queue-number.ts';
import { retryItemsNow } from '#sync/outbox/entry-actions.ts';
import { requestDrain } from '#sync/outbox/outbox.ts';
import { signOut } from '#sync/session/session.ts';
import { signIn } from '#sync/session/sign-in.ts';
import { reportDeviceIfDue } from '#sync/reporting/device-report.ts';
import { noisePicture } from '#tests/bench/page/pictures.ts';
import { ensureDatabaseMark } from '#tests/support/server/database-mark.ts';
import { createLocalPatient } from '#tests/support/device/device.ts';
import { createRegistrationFormFor } from './form.ts';
import { transferCalls } from './transfers.ts';
import { parkedDraftCalls } from './parked.ts';

/**
 * Functions that the chaos run calls inside the app's own page. They use a second instance of the product's modules, as another
 * window would, without screens. They confirm through the app's `enqueueConfirmation` and drain under the same lock as the
 * worker.
 */
// Called here because every window keeps its own backups: the app's instance does not see the writes of this instance.
startContinuousBackup();

export interface PictureDigests {
  readonly photo: string;
  readonly signature: string;
}

export interface CapturedRegistration extends PictureDigests {
  readonly document: string;
  readonly userId: string;
  /** Queue number such as 'B-14'; null if the server had not assigned letters to the tablet yet (S28). */
  readonly turn: string | null;
  /** Id of the outbox entry; null for a parked draft, or if the entry is unknown. */
  readonly entryId: string | null;
}

async function requireSignedInReceptionist() {
  const account = await readSignedInState();
  if (!account?.branchId) throw new Error('nobody is signed in');
  return { ownerId: account.userId, branchId: account.branchId };
}

/** Returns the confirmation that the wizard would make from this form. */
async function confirmationOf(
  form: RegistrationForm,
  correcting: Pick<Confirmation, 'correcting' | 'correction' | 'replaces'>,
): Promise<Confirmation> {
  const { ownerId, branchId } = await requireSignedInReceptionist();
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Empresa', contractorCompany: null };
  return {
    ownerId,
    branchId,
    ...correcting,
    capturedAt: Date.now(),
    clockOffset: 0,
    body: JSON.stringify(createEvaluationBody(form, null)),
    summary: {
      patientName: fullName(form),
      identification_type: 'CC',
      identification_number: form.identification_number,
      labels,
      form,
      linked: null,
    },
    person: { ...createLocalPatient(form.identification_number), first_name: form.first_name },
  };
}

const PHOTO_SIDE_PX = 160;
const SIGNATURE_SIDE_PX = 48;

async function saveNoisePhoto(ownerId: string, entryId: string | null): Promise<string> {
  const bytes = await noisePicture(PHOTO_SIDE_PX, 'image/jpeg', 0.6);
  await saveDraftPicture(ownerId, entryId, 'photo', { bytes, mime: 'image/jpeg', name: 'photo.jpg' });
  return sha256Hex(new Uint8Array(bytes));
}

/** Stores both pictures in the draft. Returns their digests, which the server must have in the end. */
async function saveNoisePictures(ownerId: string): Promise<PictureDigests> {
  const photo = await saveNoisePhoto(ownerId, null);
  const signature = await noisePicture(SIGNATURE_SIDE_PX, 'image/png', 1);
  const signed = { bytes: signature, mime: 'image/png', name: 'signature.png' } as const;
  await saveDraftPicture(ownerId, null, 'signature', signed);
  return { photo, signature: await sha256Hex(new Uint8Array(signature)) };
}

/**
 * Returns the entry's queue number; if the entry has been delivered in the meantime, the number comes from the outbox receipt.
 */
async function queueNumberOfEntry(entryId: string): Promise<string | null> {
  const kept = await db.transaction('r', [db.entries, db.receipts], async () =>
    Promise.all([db.entries.get(entryId), db.receipts.get(entryId)]),
  );
  return parseQueueNumber(kept.find((row) => row !== undefined)?.turn);
}

/** Fills the draft up to the last step of the wizard, including both pictures. */
async function fillDraft(document: string): Promise<Omit<CapturedRegistration, 'turn' | 'entryId'>> {
  const { ownerId } = await requireSignedInReceptionist();
  const form = await createRegistrationFormFor(document, ownerId);
  await saveDraftContent(ownerId, null, {
    form,
    step: 2,
    linked: null,
    picturesOf: null,
    typedCompanies: NO_TYPED_COMPANIES,
    correcting: null,
  });
  return { document, userId: ownerId, ...(await saveNoisePictures(ownerId)) };
}

/** Confirms the registration in the draft. Throws if the app does not confirm, where the wizard would show an error. */
async function confirmFilledDraft(document: string): Promise<Pick<CapturedRegistration, 'turn' | 'entryId'>> {
  const { ownerId } = await requireSignedInReceptionist();
  const form = await createRegistrationFormFor(document, ownerId);
  const confirmed = await enqueueConfirmation(
    await confirmationOf(form, { correcting: null, correction: null, replaces: [] }),
  );
  if (confirmed.type !== 'confirmed') throw new Error(`not confirmed: ${confirmed.type}`);
  requestDrain('enqueue');
  // The page reports the device to the server now; the app itself would do so only a few seconds later. If the page dies or the
  // connection is down, the next report includes this registration.
  void reportDeviceIfDue().catch(() => undefined);
  const { entryId } = confirmed;
  return { entryId, turn: await queueNumberOfEntry(entryId) };
}

/** Fills and confirms one registration. */
async function captureRegistration(document: string): Promise<CapturedRegistration> {
  const typed = await fillDraft(document);
  return { ...typed, ...(await confirmFilledDraft(document)) };
}

/**
 * Corrects the name of a registration in any state, and its photo if `retakes` (S30). Returns the photo's digest, null if the
 * photo is unchanged, or undefined if this device no longer has the registration.
 */
async function correctNameAndPhoto(
  entryId: string,
  name: string,
  retakes: boolean,
): Promise<string | null | undefined> {
  const { ownerId } = await requireSignedInReceptionist();
  if (!(await openCorrection(ownerId, entryId, null))) return undefined;
  const content = (await loadDraft(ownerId, entryId))?.content;
  if (!content?.correcting) throw new Error('a correction without what it corrects');
  const form = { ...content.form, first_name: name };
  const correcting = { ...content.correcting, reason: REASON };
  await saveDraftContent(ownerId, entryId, { ...content, form, correcting });
  const photo = retakes ? await saveNoisePhoto(ownerId, entryId) : null;
  const labels = { evaluationType: 'Ingreso', employerCompany: 'Empresa', contractorCompany: null };
  const correction = correctionContentOfForm(correcting, form, labels, null);
  const { replaces } = correcting;
  const confirmed = await enqueueConfirmation(
    await confirmationOf(form, { correcting: entryId, correction, replaces }),
  );
  if (confirmed.type === 'not_correctable') return undefined;
  if (confirmed.type !== 'confirmed') throw new Error(`not corrected: ${confirmed.type}`);
  requestDrain('enqueue');
  return photo;
}

const REASON = 'Se escribió mal.';

/** Parks one registration (S27). Its queue number is assigned later, at the confirmation. */
async function parkNewRegistration(document: string): Promise<CapturedRegistration> {
  const parked = await fillDraft(document);
  const outcome = await exchangeDraft(parked.userId, null, Date.now());
  if (outcome !== 'exchanged') throw new Error(`not parked: ${outcome}`);
  return { ...parked, turn: null, entryId: null };
}

/** Returns the document number in the draft; null if the draft is empty. Adds pictures that the draft lacks. */
async function completeDraftAndReadDocument(ownerId: string): Promise<string | null> {
  const draft = await loadDraft(ownerId, null);
  if (draft?.content && !(draft.photo && draft.signature)) await saveNoisePictures(ownerId);
  return draft?.content?.form.identification_number ?? null;
}

/** Confirms the current draft and then each parked draft. */
async function confirmAllDrafts(): Promise<void> {
  const { ownerId } = await requireSignedInReceptionist();
  for (;;) {
    const document = await completeDraftAndReadDocument(ownerId);
    if (document !== null) await confirmFilledDraft(document);
    const [waiting] = await listParkedDrafts(ownerId);
    if (!waiting) return;
    const outcome = await exchangeDraft(ownerId, waiting.id, Date.now());
    if (outcome !== 'exchanged') throw new Error(`not brought back: ${outcome}`);
  }
}

/** Returns the data of the wizard's last confirmation. Its entry must still be in the outbox. */
async function readLastConfirmation(): Promise<Omit<CapturedRegistration, 'document' | 'userId'>> {
  const { ownerId } = await requireSignedInReceptionist();
  const entries = await db.entries.where('ownerId').equals(ownerId).sortBy('capturedAt');
  const rows = await db.items
    .where('entryId')
    .equals(entries.at(-1)?.id ?? '')
    .toArray();
  const digestOf = async (kind: 'photo' | 'signature') => {
    const content = await readItemContent(rows.find((row) => row.kind === kind)?.id ?? '');
    if (content.type !== 'file') throw new Error(`no ${kind} lies here`);
    return content.sha256;
  };
  const turn = parseQueueNumber(entries.at(-1)?.turn);
  const entryId = entries.at(-1)?.id ?? null;
  return { entryId, photo: await digestOf('photo'), signature: await digestOf('signature'), turn };
}

export interface TabletStatus {
  /** Identifier of the database. A different value means that the browser replaced the app's database by an empty one. */
  readonly databaseMark: string;
  readonly userId: string | null;
  readonly gate: string | null;
  readonly unsent: number;
  readonly attention: number;
}

async function readTabletStatus(): Promise<TabletStatus> {
  const [databaseMark, account] = await Promise.all([ensureDatabaseMark(), readSignedInState()]);
  if (!account) return { databaseMark, userId: null, gate: null, unsent: 0, attention: 0 };
  const { unsent, attention } = await readSyncSummary(account.userId);
  return { databaseMark, userId: account.userId, gate: account.gate, unsent, attention };
}

async function areEntriesBackedUp(): Promise<boolean> {
  const ids = await db.entries.toCollection().primaryKeys();
  const copies = await Promise.all(ids.map((id) => caches.match(entryBackupPath(id))));
  return copies.every((copy) => copy !== undefined);
}

/** Returns the ids of the receipts that have a second copy in the outbox backup. */
async function readBackedUpReceiptIds(): Promise<string[]> {
  const cache = await openBackupCache();
  return cache ? (await readReceiptBackups(cache)).map(({ id }) => id) : [];
}

/** Returns how many of the given receipts are missing in the database. */
const countMissingReceipts = async (receiptIds: readonly string[]): Promise<number> =>
  (await db.receipts.bulkGet([...receiptIds])).filter((row) => row === undefined).length;

const countByName = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length]));

/** Describes why an item waits. Omits the codes of a rejection, because they are encrypted. */
const itemStateText = ({ state, attempts, heldFor }: ItemRow): string =>
  [
    state.name,
    'cause' in state ? state.cause : '',
    `${attempts} attempts`,
    heldFor ? `held: ${JSON.stringify(heldFor)}` : '',
  ]
    .filter((word) => word !== '')
    .join(', ');

/** Returns the items and receipts of all users on the tablet, to find out whether the tablet or the server lost data. */
async function countItemsAndReceipts() {
  const [items, receipts] = await Promise.all([db.items.toArray(), db.receipts.toArray()]);
  return {
    items: countByName(items.map((row) => `${row.kind} of ${row.ownerId}: ${itemStateText(row)}`)),
    receipts: countByName(receipts.map(({ ownerId, outcome }) => `of ${ownerId}: ${outcome}`)),
  };
}

async function retryRejectedEntries(): Promise<void> {
  const { ownerId } = await requireSignedInReceptionist();
  const rows = await db.items.where('[ownerId+state.name]').equals([ownerId, 'attention']).toArray();
  for (const entryId of new Set(rows.map((row) => row.entryId))) await retryItemsNow(ownerId, entryId);
}

export const chaos = {
  ...transferCalls,
  ...parkedDraftCalls,
  capture: captureRegistration,
  park: parkNewRegistration,
  confirm: confirmFilledDraft,
  correct: correctNameAndPhoto,
  confirmWaiting: confirmAllDrafts,
  lastConfirmed: readLastConfirmation,
  standing: readTabletStatus,
  inventory: countItemsAndReceipts,
  isCopied: areEntriesBackedUp,
  copiedReceipts: readBackedUpReceiptIds,
  countMissing: countMissingReceipts,
  retryRefused: retryRejectedEntries,
  signIn: async (email: string, password: string) => (await signIn(email, password)).type,
  signOut,
};
