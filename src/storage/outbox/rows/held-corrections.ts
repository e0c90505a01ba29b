import { isPrerequisiteKind, prerequisiteAmong } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import { findCorrectionsOfEntries } from '../../database/correction-rows.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { CorrectedRegistrationIds, EntryRow, ItemRow } from '../../database/records.ts';
import { applyTransitionToRow, toOutboxItem } from './outbox-rows.ts';

/** Progress of a registration, for which its corrections wait (S30). */
export interface RegistrationProgress {
  /** Server's id of the evaluation; null until it is delivered. */
  readonly evaluationId: string | null;
  /** True when the registration has left the queue, so that none of its pictures will be sent any more. */
  readonly isGone: boolean;
}

/** Returns the server's id of the evaluation that was created from these items; null before its delivery. */
export function createdEvaluationId(rows: readonly ItemRow[]): string | null {
  const state = rows.find(({ kind }) => kind === 'evaluation')?.state;
  return state?.name === 'delivered' ? state.remoteId : null;
}

function toUnblockedItemRow({ heldFor: _over, ...row }: ItemRow, lead: ItemRow | undefined): ItemRow {
  const held = isPrerequisiteKind(row.kind) || !lead ? null : toOutboxItem(lead);
  return applyTransitionToRow(row, toOutboxItem(row), held, row.sealedRefusal);
}

/** Returns the items of a correction without their wait for the registration. Its pictures keep waiting until `isGone`. */
export function toUnblockedCorrectionRows(
  rows: readonly ItemRow[],
  { isGone }: Pick<RegistrationProgress, 'isGone'>,
): ItemRow[] {
  const lead = prerequisiteAmong(rows);
  const isUnheld = ({ kind, heldFor }: ItemRow) =>
    heldFor !== undefined && (isPrerequisiteKind(kind) || isGone);
  return rows.map((row) => (isUnheld(row) ? toUnblockedItemRow(row, lead) : row));
}

export const withCorrectedEvaluationId = (entry: EntryRow, evaluationId: string): EntryRow => ({
  ...entry,
  corrects: { entryId: entry.corrects?.entryId ?? null, evaluationId },
});

async function readRegistrationProgress({
  entryId,
  evaluationId,
}: CorrectedRegistrationIds): Promise<RegistrationProgress> {
  if (entryId === null) return { evaluationId, isGone: true };
  if (await db.entries.get(entryId))
    return { evaluationId: createdEvaluationId(await findItemsOfEntry(entryId)), isGone: false };
  const receipt = await db.receipts.get(entryId);
  return { evaluationId: receipt?.evaluationId ?? evaluationId, isGone: true };
}

/** Makes due the items of a correction that no longer have to wait for their registration. */
async function unblockCorrectionIfPossible(
  entry: EntryRow,
  corrects: CorrectedRegistrationIds,
): Promise<void> {
  const rows = await findItemsOfEntry(entry.id);
  if (rows.every(({ heldFor }) => heldFor === undefined)) return;
  const origin = await readRegistrationProgress(corrects);
  // A registration that is not on this device (`isGone`) will never be delivered from here. The correction becomes due
  // nevertheless, so that the sender rejects it with a reason.
  if (origin.evaluationId === null && !origin.isGone) return;
  if (origin.evaluationId !== null)
    await db.entries.put(withCorrectedEvaluationId(entry, origin.evaluationId));
  await db.items.bulkPut(toUnblockedCorrectionRows(rows, origin));
}

/**
 * Makes due the user's corrections whose registration was delivered by another device or user, or before a restore, because no
 * send on this device made them due. Must run inside a transaction over entries, items and receipts.
 */
export async function unblockWaitingCorrections(ownerId: string): Promise<void> {
  const entries = await db.entries.where('[ownerId+kind]').equals([ownerId, 'correction']).toArray();
  for (const entry of entries) if (entry.corrects) await unblockCorrectionIfPossible(entry, entry.corrects);
}

/**
 * Makes due the pictures of corrections whose registrations leave the queue. Must run inside a transaction over entries and
 * items.
 */
export async function unblockCorrectionPictures(entryIds: readonly string[]): Promise<void> {
  for (const { id } of await findCorrectionsOfEntries(entryIds)) {
    const pictures = (await findItemsOfEntry(id)).filter(
      ({ heldFor, kind }) => heldFor !== undefined && !isPrerequisiteKind(kind),
    );
    if (pictures.length === 0) continue;
    const freed = toUnblockedCorrectionRows(await findItemsOfEntry(id), { isGone: true });
    await db.items.bulkPut(freed.filter(({ kind }) => !isPrerequisiteKind(kind)));
  }
}
