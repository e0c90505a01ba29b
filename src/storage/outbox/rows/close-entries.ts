import { entryStatus, prerequisiteAmong } from '#domain/outbox/entry.ts';
import { retainedRowOf, currentIncarnation } from '../../retention/retained-rows.ts';
import { db } from '../../database/database.ts';
import { findItemsOf } from '../../database/items.ts';
import type { EntryRow, ItemRow, RetainedRow, ReceiptRow } from '../../database/records.ts';
import { draftIdOf, removeDraft } from '../../drafts/drafts.ts';
import { deleteUnreferencedBytes, pictureTables } from '../../keys/pictures.ts';
import { createdEvaluationId } from './held-corrections.ts';
import { toItem } from './outbox-rows.ts';
import { removeFromTransfers, transferTables } from './transfer-rows.ts';

/** Tables that change when an entry leaves the queue. */
export const closeEntryTables = () => [
  db.entries,
  db.receipts,
  db.device,
  ...pictureTables(),
  ...transferTables(),
];

/** Returns the receipt that remains of an entry that leaves its owner's queue. */
export function receiptOf(
  entry: EntryRow,
  items: readonly ItemRow[],
  left: Pick<ReceiptRow, 'id' | 'outcome' | 'settledAt'>,
): ReceiptRow {
  const { id: entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary } = entry;
  const evaluationId =
    entry.target?.evaluationId ?? entry.corrects?.evaluationId ?? createdEvaluationId(items);
  const facts = { entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary };
  return { ...left, ...facts, evaluationId, ...(entry.turn !== undefined && { turn: entry.turn }) };
}

export interface ClosedEntry {
  readonly entry: EntryRow;
  /** All rows of the entry in their final state. */
  readonly rows: readonly ItemRow[];
  readonly outcome: 'delivered' | 'discarded';
  readonly settledAt: number;
}

const receiptFor = ({ entry, rows, outcome, settledAt }: ClosedEntry): ReceiptRow =>
  receiptOf(entry, rows, { id: entry.id, outcome, settledAt });

/** Returns the rows to retain until a backup of the server contains them (S29). */
const keptOf = (closings: readonly ClosedEntry[], life: string | null): RetainedRow[] =>
  life === null
    ? []
    : closings.flatMap(({ entry, rows, outcome }) =>
        outcome === 'delivered' ? (retainedRowOf(entry, rows, life) ?? []) : [],
      );

const isDiscarded = ({ outcome }: ClosedEntry): boolean => outcome === 'discarded';

/**
 * Returns whether a correction captured after this one was already delivered. The registration then keeps showing the later
 * correction.
 */
const isOutdated = async ({ ownerId, corrects, capturedAt }: EntryRow): Promise<boolean> =>
  (await db.receipts
    .where('[ownerId+evaluationId]')
    .equals([ownerId, corrects?.evaluationId ?? ''])
    .filter((row) => row.kind === 'correction' && row.outcome === 'delivered' && row.capturedAt > capturedAt)
    .count()) > 0;

/** Updates the device's record of a registration with the values of its delivered correction. */
async function describeCorrected({ entry, rows }: ClosedEntry): Promise<void> {
  const { corrects, sealedCorrected: sealedSummary, patientTag, ownerId } = entry;
  const isDelivered = prerequisiteAmong(rows)?.state.name === 'delivered';
  if (!corrects?.entryId || !sealedSummary || !isDelivered || (await isOutdated(entry))) return;
  const receipt = await db.receipts.get(corrects.entryId);
  if (receipt?.ownerId === ownerId) await db.receipts.put({ ...receipt, sealedSummary, patientTag });
  const waiting = await db.entries.get(corrects.entryId);
  if (waiting?.ownerId === ownerId) await db.entries.put({ ...waiting, sealedSummary, patientTag });
}

/**
 * Replaces each entry by a receipt (S22) and, with a `life`, retains what was sent (S29). Must run inside a transaction over
 * `closeEntryTables`. A begun correction of a delivered entry stays, because it corrects what was sent (S30). A begun
 * correction of a discarded entry is deleted with the entry, as the dialog announces.
 */
export async function closeEntries(closings: readonly ClosedEntry[], life: string | null): Promise<void> {
  if (closings.length === 0) return;
  const entryIds = closings.map(({ entry }) => entry.id);
  const rows = closings.flatMap((closing) => closing.rows);
  const kept = keptOf(closings, life);
  await Promise.all([
    db.receipts.bulkPut(closings.map(receiptFor)),
    db.items.bulkDelete(rows.map(({ id }) => id)),
    db.entries.bulkDelete(entryIds),
    removeFromTransfers(entryIds),
    ...(kept.length > 0 ? [db.kept.bulkPut(kept)] : []),
    ...closings.filter(isDiscarded).map(({ entry }) => removeDraft(draftIdOf(entry.ownerId, entry.id))),
  ]);
  for (const closing of closings) if (closing.entry.kind === 'correction') await describeCorrected(closing);
  const stays = new Set(kept.flatMap(({ bytesIds }) => bytesIds));
  await deleteUnreferencedBytes(
    rows.flatMap(({ picture }) => (picture && !stays.has(picture.bytesId) ? [picture.bytesId] : [])),
  );
}

/** Updates the entry's status from its items; when all are delivered, only a receipt remains (S22). */
export async function updateEntry(entry: EntryRow, now: number): Promise<void> {
  const rows = await findItemsOf(entry.id);
  const standing = entryStatus(rows.map(toItem));
  if (standing === 'delivered')
    await closeEntries([{ entry, rows, outcome: standing, settledAt: now }], await currentIncarnation());
  else if (standing !== entry.standing) await db.entries.put({ ...entry, standing });
}
