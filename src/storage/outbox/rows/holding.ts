import { isLead, leadAmong } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import { correctionsOf } from '../../database/correction-rows.ts';
import { itemsOf } from '../../database/items.ts';
import type { CorrectedRegistration, EntryRow, ItemRow } from '../../database/records.ts';
import { afterTransition, toItem } from './outbox-rows.ts';

/** What corrections wait for (S30): the evaluation of their registration, and for pictures the end of its own uploads. */
export interface Origin {
  /** Null while its evaluation is not delivered. */
  readonly evaluationId: string | null;
  /** The registration has left the queue: none of its own pictures is sent any more. */
  readonly isGone: boolean;
}

/** The server's id of the evaluation that these rows of a registration have created; null before. */
export function createdBy(rows: readonly ItemRow[]): string | null {
  const state = rows.find(({ kind }) => kind === 'evaluation')?.state;
  return state?.name === 'delivered' ? state.remoteId : null;
}

function freedRow({ heldFor: _over, ...row }: ItemRow, lead: ItemRow | undefined): ItemRow {
  const held = isLead(row.kind) || !lead ? null : toItem(lead);
  return afterTransition(row, toItem(row), held, row.sealedRefusal);
}

/** The rows of a correction once its registration has come so far. */
export function freedRows(rows: readonly ItemRow[], { isGone }: Pick<Origin, 'isGone'>): ItemRow[] {
  const lead = leadAmong(rows);
  const isFree = ({ kind, heldFor }: ItemRow) => heldFor !== undefined && (isLead(kind) || isGone);
  return rows.map((row) => (isFree(row) ? freedRow(row, lead) : row));
}

/** The correction's entry with the evaluation that it corrects. */
export const placed = (entry: EntryRow, evaluationId: string): EntryRow => ({
  ...entry,
  corrects: { entryId: entry.corrects?.entryId ?? null, evaluationId },
});

/** Reads how far the registration has come; inside a transaction over entries, items and receipts. */
async function originOf({ entryId, evaluationId }: CorrectedRegistration): Promise<Origin> {
  if (entryId === null) return { evaluationId, isGone: true };
  if (await db.entries.get(entryId))
    return { evaluationId: createdBy(await itemsOf(entryId)), isGone: false };
  const receipt = await db.receipts.get(entryId);
  return { evaluationId: receipt?.evaluationId ?? evaluationId, isGone: true };
}

/** Frees the held rows of one correction as far as its registration allows. */
async function placeCorrection(entry: EntryRow, corrects: CorrectedRegistration): Promise<void> {
  const rows = await itemsOf(entry.id);
  if (rows.every(({ heldFor }) => heldFor === undefined)) return;
  const origin = await originOf(corrects);
  // Of a registration that this device does not have, nothing comes: the sender rejects the correction with a reason.
  if (origin.evaluationId === null && !origin.isGone) return;
  if (origin.evaluationId !== null) await db.entries.put(placed(entry, origin.evaluationId));
  await db.items.bulkPut(freedRows(rows, origin));
}

/**
 * Frees the user's corrections whose registration was delivered where no result of a send told so: it was received, restored, or sent
 * by a colleague. Inside a transaction over entries, items and receipts.
 */
export async function placeCorrections(ownerId: string): Promise<void> {
  const entries = await db.entries.where('[ownerId+kind]').equals([ownerId, 'correction']).toArray();
  for (const entry of entries) if (entry.corrects) await placeCorrection(entry, entry.corrects);
}

/** Frees the pictures of corrections whose registrations leave the queue; inside a transaction over entries and items. */
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
