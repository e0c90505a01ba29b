import { nextQueueNumber } from '#domain/queue-number.ts';
import { db } from '../../database/database.ts';
import { readQueueNumberCounter } from '../../device/queue-numbers.ts';
import { waitForDraftSaves } from '../../base/in-order.ts';
import { draftIdOf, findSavedUnchangedDraftRow } from '../../drafts/drafts.ts';
import { requireKeysOf } from '../../keys/keyring.ts';
import { runStorageOperation, runPriorityStorageOperation } from '../../base/problem.ts';
import type { DraftRow, EntryRow } from '../../database/records.ts';
import { encryptJson, type VaultKeys } from '../../vault/vault.ts';
import {
  arePicturesStored,
  confirmingTables,
  hasBothPictures,
  isRegistrationIntactOrMovedOn,
  forgetConfirmedDraft,
  rejectChangedDraft,
  type Confirmation,
  type ConfirmationResult,
  type ConfirmationApproval,
  type PictureColumns,
  type DraftRowWithPictures,
  type WrittenEntry,
} from '../confirmation.ts';
import { bodyAad, summaryAad } from '../rows/outbox-rows.ts';
import { createNewItemRow } from '../rows/new-rows.ts';
import { removeUnverifiedEntry } from '../read-claimed.ts';
import { computePatientTag, encryptPatient } from '../patients.ts';

export type { Confirmation, ConfirmationResult } from '../confirmation.ts';

export interface DraftWithKeys {
  readonly draft: DraftRow | null;
  readonly keys: VaultKeys;
}

async function createRegistrationEntryRow(keys: VaultKeys, confirmation: Confirmation): Promise<EntryRow> {
  const { ownerId, branchId, capturedAt, clockOffset, summary } = confirmation;
  const id = crypto.randomUUID();
  const [tag, sealedSummary] = await Promise.all([
    computePatientTag(keys, summary.identification_type, summary.identification_number),
    encryptJson(keys, summaryAad(id), summary),
  ]);
  return {
    id,
    kind: 'registration',
    target: null,
    ownerId,
    capturedBy: ownerId,
    branchId,
    capturedAt,
    clockOffset,
    patientTag: tag,
    standing: 'on_its_way',
    sealedSummary,
  };
}

/** Encrypts the rows of a new entry, because nothing can be encrypted inside its transaction. */
async function prepareRegistrationRows(
  keys: VaultKeys,
  confirmation: Confirmation,
  pictures: PictureColumns,
) {
  const evaluationId = crypto.randomUUID();
  const [entry, sealedBody] = await Promise.all([
    createRegistrationEntryRow(keys, confirmation),
    encryptJson(keys, bodyAad(evaluationId), confirmation.body),
  ]);
  const items = [
    createNewItemRow(entry, 'evaluation', { id: evaluationId, sealedBody, picture: null }),
    createNewItemRow(entry, 'photo', { id: crypto.randomUUID(), sealedBody: null, picture: pictures.photo }),
    createNewItemRow(entry, 'signature', {
      id: crypto.randomUUID(),
      sealedBody: null,
      picture: pictures.signature,
    }),
  ];
  return { entry, items };
}

/**
 * Removes an entry that failed its read-back and restores the draft for the wizard. An entry whose send has begun stays in the
 * outbox.
 */
const undoConfirmation = ({ entryId, rows }: WrittenEntry, draft: DraftRow): Promise<void> =>
  db.transaction('rw', confirmingTables(), async () => {
    if (await db.drafts.get(draft.id)) return; // Another window has begun the next draft, which must not be overwritten.
    if (await removeUnverifiedEntry(entryId, rows)) await db.drafts.put(draft);
  });

async function enqueueNewRegistration(
  keys: VaultKeys,
  confirmation: Confirmation,
  draft: DraftRowWithPictures,
  isWanted: ConfirmationApproval,
): Promise<ConfirmationResult> {
  const [captured, { entry, items }, patient, wanted] = await Promise.all([
    arePicturesStored(keys, draft),
    prepareRegistrationRows(keys, confirmation, draft),
    encryptPatient(keys, confirmation.ownerId, confirmation.person),
    isWanted,
  ]);
  if (!wanted) return { type: 'not_wanted' };
  if (!captured) return { type: 'unverified' };
  await db.transaction('rw', confirmingTables(), async () => {
    const [turns] = await Promise.all([
      readQueueNumberCounter(confirmation.branchId),
      rejectChangedDraft(draft),
    ]);
    const given = turns && nextQueueNumber(turns);
    await Promise.all([
      db.entries.add(given ? { ...entry, turn: given.turn } : entry),
      db.items.bulkAdd(items),
      db.drafts.delete(draft.id),
      db.patients.put(patient),
      ...(given ? [db.device.put({ ...turns, ...given.count })] : []),
    ]);
  });
  const written = { entryId: entry.id, rows: items };
  if (!(await isRegistrationIntactOrMovedOn(keys, written, confirmation, draft))) {
    await undoConfirmation(written, draft);
    return { type: 'unverified' };
  }
  forgetConfirmedDraft(draft);
  return { type: 'confirmed', entryId: entry.id };
}

/** Loaded on demand, so that a new registration does not wait for code that only corrections need. */
const loadCorrectionCode = () => import('./correct.ts');

const isRegistrationCorrectable = async (ownerId: string, key: string): Promise<boolean> =>
  (await (await loadCorrectionCode()).planCorrection(ownerId, key)).type !== 'none';

/**
 * Waits for all requested saves and returns the draft to confirm. A failed save of the form loses nothing, because the entry
 * contains the form; the caller has already retried saving the pictures.
 * @throws StorageProblem
 */
export const readDraftForConfirmation = (
  ownerId: string,
  correcting: string | null,
): Promise<DraftWithKeys> =>
  runStorageOperation(async () => {
    await waitForDraftSaves(draftIdOf(ownerId, correcting));
    // A registration that can no longer be corrected is reported as such. Its draft was deleted too, and the report of a
    // missing draft would mislead.
    const isOpen = correcting === null || (await isRegistrationCorrectable(ownerId, correcting));
    const [draft, keys] = await Promise.all([
      isOpen ? findSavedUnchangedDraftRow(ownerId, correcting) : null,
      requireKeysOf(ownerId),
    ]);
    return { draft, keys };
  });

/**
 * Moves a confirmed registration from the draft to the outbox in one strict transaction and reads it back (S2, S3). Throws
 * StorageProblem when the device's storage fails; then the draft still exists.
 * @param opened result of `readDraftForConfirmation`, when the caller has already requested it
 */
export const enqueueConfirmation = (
  confirmation: Confirmation,
  isWanted: ConfirmationApproval = Promise.resolve(true),
  opened?: DraftWithKeys,
): Promise<ConfirmationResult> =>
  runPriorityStorageOperation(async () => {
    const { ownerId, correcting } = confirmation;
    const { draft, keys } = opened ?? (await readDraftForConfirmation(ownerId, correcting));
    if (correcting !== null)
      return draft
        ? (await loadCorrectionCode()).confirmCorrection({ keys, confirmation, draft, isWanted })
        : { type: 'not_correctable' };
    return hasBothPictures(draft)
      ? enqueueNewRegistration(keys, confirmation, draft, isWanted)
      : { type: 'pictures_missing' };
  });
