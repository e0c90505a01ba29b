import { isPrerequisiteKind, prerequisiteAmong } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import { findCorrectionsOf } from '../../database/correction-rows.ts';
import { findItemsOf } from '../../database/items.ts';
import type { CorrectedRegistration, EntryRow, ItemRow } from '../../database/records.ts';
import { afterTransition, toItem } from './outbox-rows.ts';

/**
 * Progress of a registration that its corrections wait for (S30): its evaluation and, for pictures, the end of the
 * registration's uploads.
 */
export interface RegistrationProgress {
  /** Null until its evaluation is delivered. */
  readonly evaluationId: string | null;
  /** The registration has left the queue, so none of its pictures is sent any more. */
  readonly isGone: boolean;
}

/** Returns the server's id of the evaluation that these rows of a registration have created; null before its delivery. */
export function createdEvaluationId(rows: readonly ItemRow[]): string | null {
  const state = rows.find(({ kind }) => kind === 'evaluation')?.state;
  return state?.name === 'delivered' ? state.remoteId : null;
}

function freedRow({ heldFor: _over, ...row }: ItemRow, lead: ItemRow | undefined): ItemRow {
  const held = isPrerequisiteKind(row.kind) || !lead ? null : toItem(lead);
  return afterTransition(row, toItem(row), held, row.sealedRefusal);
}

/** Returns the rows of a correction, which no longer wait for its registration as far as the registration's progress allows. */
export function freeCorrectionRows(
  rows: readonly ItemRow[],
  { isGone }: Pick<RegistrationProgress, 'isGone'>,
): ItemRow[] {
  const lead = prerequisiteAmong(rows);
  const isFree = ({ kind, heldFor }: ItemRow) =>
    heldFor !== undefined && (isPrerequisiteKind(kind) || isGone);
  return rows.map((row) => (isFree(row) ? freedRow(row, lead) : row));
}

/** Returns the correction's entry with the id of the evaluation that it corrects. */
export const withEvaluationId = (entry: EntryRow, evaluationId: string): EntryRow => ({
  ...entry,
  corrects: { entryId: entry.corrects?.entryId ?? null, evaluationId },
});

/** Reads the progress of the registration. Must run inside a transaction over entries, items and receipts. */
async function originOf({ entryId, evaluationId }: CorrectedRegistration): Promise<RegistrationProgress> {
  if (entryId === null) return { evaluationId, isGone: true };
  if (await db.entries.get(entryId))
    return { evaluationId: createdEvaluationId(await findItemsOf(entryId)), isGone: false };
  const receipt = await db.receipts.get(entryId);
  return { evaluationId: receipt?.evaluationId ?? evaluationId, isGone: true };
}

/** Ends the wait of a correction's rows as far as the progress of its registration allows. */
async function placeCorrection(entry: EntryRow, corrects: CorrectedRegistration): Promise<void> {
  const rows = await findItemsOf(entry.id);
  if (rows.every(({ heldFor }) => heldFor === undefined)) return;
  const origin = await originOf(corrects);
  // A registration that is not on this device (`isGone`) never ends the wait of its correction. End it here, so that the sender
  // rejects the correction with a reason.
  if (origin.evaluationId === null && !origin.isGone) return;
  if (origin.evaluationId !== null) await db.entries.put(withEvaluationId(entry, origin.evaluationId));
  await db.items.bulkPut(freeCorrectionRows(rows, origin));
}

/**
 * Frees the user's corrections whose registration was delivered without a result of a send on this device: it was received,
 * restored, or sent by a colleague. Must run inside a transaction over entries, items and receipts.
 */
export async function freeDeliveredCorrections(ownerId: string): Promise<void> {
  const entries = await db.entries.where('[ownerId+kind]').equals([ownerId, 'correction']).toArray();
  for (const entry of entries) if (entry.corrects) await placeCorrection(entry, entry.corrects);
}

/**
 * Frees the pictures of corrections whose registrations leave the queue. Must run inside a transaction over entries and items.
 */
export async function freePicturesOf(entryIds: readonly string[]): Promise<void> {
  for (const { id } of await findCorrectionsOf(entryIds)) {
    const pictures = (await findItemsOf(id)).filter(
      ({ heldFor, kind }) => heldFor !== undefined && !isPrerequisiteKind(kind),
    );
    if (pictures.length === 0) continue;
    const freed = freeCorrectionRows(await findItemsOf(id), { isGone: true });
    await db.items.bulkPut(freed.filter(({ kind }) => !isPrerequisiteKind(kind)));
  }
}
