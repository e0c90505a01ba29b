import { isLead, leadAmong } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import { correctionsOf } from '../../database/correction-rows.ts';
import { itemsOf } from '../../database/items.ts';
import type { CorrectedRegistration, EntryRow, ItemRow } from '../../database/records.ts';
import { afterTransition, toItem } from './outbox-rows.ts';

/**
 * Progress of a registration that its corrections wait for (S30): its evaluation and, for pictures, the end of the
 * registration's uploads.
 */
export interface Origin {
  /** Null until its evaluation is delivered. */
  readonly evaluationId: string | null;
  /** The registration has left the queue, so none of its pictures is sent any more. */
  readonly isGone: boolean;
}

/** Returns the server's id of the evaluation that these rows of a registration have created; null before its delivery. */
export function createdBy(rows: readonly ItemRow[]): string | null {
  const state = rows.find(({ kind }) => kind === 'evaluation')?.state;
  return state?.name === 'delivered' ? state.remoteId : null;
}

function freedRow({ heldFor: _over, ...row }: ItemRow, lead: ItemRow | undefined): ItemRow {
  const held = isLead(row.kind) || !lead ? null : toItem(lead);
  return afterTransition(row, toItem(row), held, row.sealedRefusal);
}

/** Returns the rows of a correction, which no longer wait for its registration as far as the registration's progress allows. */
export function freedRows(rows: readonly ItemRow[], { isGone }: Pick<Origin, 'isGone'>): ItemRow[] {
  const lead = leadAmong(rows);
  const isFree = ({ kind, heldFor }: ItemRow) => heldFor !== undefined && (isLead(kind) || isGone);
  return rows.map((row) => (isFree(row) ? freedRow(row, lead) : row));
}

/** Returns the correction's entry with the id of the evaluation that it corrects. */
export const placed = (entry: EntryRow, evaluationId: string): EntryRow => ({
  ...entry,
  corrects: { entryId: entry.corrects?.entryId ?? null, evaluationId },
});

/** Reads the progress of the registration. Must run inside a transaction over entries, items and receipts. */
async function originOf({ entryId, evaluationId }: CorrectedRegistration): Promise<Origin> {
  if (entryId === null) return { evaluationId, isGone: true };
  if (await db.entries.get(entryId))
    return { evaluationId: createdBy(await itemsOf(entryId)), isGone: false };
  const receipt = await db.receipts.get(entryId);
  return { evaluationId: receipt?.evaluationId ?? evaluationId, isGone: true };
}

/** Ends the wait of a correction's rows as far as the progress of its registration allows. */
async function placeCorrection(entry: EntryRow, corrects: CorrectedRegistration): Promise<void> {
  const rows = await itemsOf(entry.id);
  if (rows.every(({ heldFor }) => heldFor === undefined)) return;
  const origin = await originOf(corrects);
  // A registration that is not on this device (`isGone`) never ends the wait of its correction. End it here, so that the sender
  // rejects the correction with a reason.
  if (origin.evaluationId === null && !origin.isGone) return;
  if (origin.evaluationId !== null) await db.entries.put(placed(entry, origin.evaluationId));
  await db.items.bulkPut(freedRows(rows, origin));
}

/**
 * Frees the user's corrections whose registration was delivered without a result of a send on this device: it was received,
 * restored, or sent by a colleague. Must run inside a transaction over entries, items and receipts.
 */
export async function placeCorrections(ownerId: string): Promise<void> {
  const entries = await db.entries.where('[ownerId+kind]').equals([ownerId, 'correction']).toArray();
  for (const entry of entries) if (entry.corrects) await placeCorrection(entry, entry.corrects);
}

/**
 * Frees the pictures of corrections whose registrations leave the queue. Must run inside a transaction over entries and items.
 */
export async function freePicturesOf(entryIds: readonly string[]): Promise<void> {
  for (const { id } of await correctionsOf(entryIds)) {
    const pictures = (await itemsOf(id)).filter(
      ({ heldFor, kind }) => heldFor !== undefined && !isLead(kind),
    );
    if (pictures.length === 0) continue;
    const freed = freedRows(await itemsOf(id), { isGone: true });
    await db.items.bulkPut(freed.filter(({ kind }) => !isLead(kind)));
  }
}
