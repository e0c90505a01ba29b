import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { ItemRow } from '../../database/records.ts';
import { deleteDraftWithImages } from '../../drafts/drafts.ts';
import { deleteUnreferencedBytes } from '../../keys/pictures.ts';
import { encryptJson } from '../../vault/vault.ts';
import {
  arePicturesStored,
  confirmingTables,
  hasBothPictures,
  isRegistrationIntactOrMovedOn,
  forgetConfirmedDraft,
  rejectChangedDraft,
  type DraftRowWithPictures,
} from '../confirmation.ts';
import {
  encryptPatientCorrection,
  removeContainedCorrections,
  storeCorrectedPatient,
  type CorrectionAttemptResult,
  type CorrectionJob,
} from './correcting.ts';
import { isSameCorrectionPlan, planCorrection, type CorrectionPlan } from './correction-plan.ts';
import { updateEntryStatusOrClose } from '../rows/close-entries.ts';
import { storeRowAfterEvent } from '../rows/moves.ts';
import { bodyAad, summaryAad } from '../rows/outbox-rows.ts';
import { removeFromHandovers } from '../rows/transfer-rows.ts';

type RegistrationPlan = Extract<CorrectionPlan, { type: 'registration' }>;

/**
 * Stores new content under a new key. The new key creates no duplicate, because the server has received neither the evaluation
 * nor its pictures under the old keys. Must run inside the transaction.
 */
async function rewriteItem(row: ItemRow, now: number, content: Pick<ItemRow, 'sealedBody' | 'picture'>) {
  const key = crypto.randomUUID();
  const rewritten = { ...row, ...content, capturedBy: row.ownerId, consent: null };
  if (row.kind === 'evaluation') await storeRowAfterEvent(rewritten, { type: 'correct', key }, now);
  else await db.items.put({ ...rewritten, key });
}

const newItemContentOf = (row: ItemRow, sealedBody: ArrayBuffer, draft: DraftRowWithPictures) => {
  if (row.kind === 'evaluation') return { sealedBody, picture: null };
  if (row.kind === 'photo' || row.kind === 'signature') return { sealedBody: null, picture: draft[row.kind] };
  throw new Error(`entry ${row.entryId} mixes a registration and a ${row.kind}`);
};

export async function rewriteRegistration(
  { keys, confirmation, draft, isWanted }: CorrectionJob,
  plan: RegistrationPlan,
): Promise<CorrectionAttemptResult> {
  if (!hasBothPictures(draft)) return { type: 'pictures_missing' };
  const { entry: before, items } = plan;
  const { ownerId, capturedAt: now, replaces } = confirmation;
  const evaluationId = items.find(({ kind }) => kind === 'evaluation')?.id ?? '';
  const [sealedBody, sealedSummary, people, captured, wanted] = await Promise.all([
    encryptJson(keys, bodyAad(evaluationId), confirmation.body),
    encryptJson(keys, summaryAad(before.id), confirmation.summary),
    encryptPatientCorrection(keys, confirmation, before.patientTag),
    arePicturesStored(keys, draft),
    isWanted,
  ]);
  if (!wanted) return { type: 'not_wanted' };
  if (!captured) return { type: 'unverified' };
  const rows = await db.transaction('rw', confirmingTables(), async () => {
    if (!isSameCorrectionPlan(await planCorrection(ownerId, before.id), plan)) return null;
    await rejectChangedDraft(draft);
    for (const row of items) await rewriteItem(row, now, newItemContentOf(row, sealedBody, draft));
    // The user who corrects the registration has confirmed it again (S14).
    const entry = { ...before, capturedBy: ownerId, patientTag: people.tag, sealedSummary };
    await db.entries.put(entry);
    await removeContainedCorrections(replaces);
    await removeFromHandovers([entry.id]);
    await updateEntryStatusOrClose(entry, now);
    await deleteDraftWithImages(draft.id);
    await deleteUnreferencedBytes(items.map(({ picture }) => picture?.bytesId));
    await storeCorrectedPatient(ownerId, people);
    return findItemsOfEntry(entry.id);
  });
  if (!rows) return { type: 'moved_on' };
  if (!(await isRegistrationIntactOrMovedOn(keys, { entryId: before.id, rows }, confirmation, draft)))
    return { type: 'unverified' };
  forgetConfirmedDraft(draft);
  return { type: 'confirmed', entryId: before.id };
}
