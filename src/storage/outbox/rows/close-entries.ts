import { entryStatus, prerequisiteAmong } from '#domain/outbox/entry.ts';
import { retainedRowOf, readServerIncarnation } from '../../retention/retained-rows.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { EntryRow, ItemRow, RetainedEntryRow, OutboxReceiptRow } from '../../database/records.ts';
import { draftIdOf, deleteDraftWithImages } from '../../drafts/drafts.ts';
import { deleteUnreferencedBytes, fileTables } from '../../keys/pictures.ts';
import { createdEvaluationId } from './held-corrections.ts';
import { toOutboxItem } from './outbox-rows.ts';
import { removeFromHandovers, handoverTables } from './transfer-rows.ts';

export const entryClosingTables = () => [
  db.entries,
  db.receipts,
  db.device,
  ...fileTables(),
  ...handoverTables(),
];

export function createReceiptRow(
  entry: EntryRow,
  items: readonly ItemRow[],
  left: Pick<OutboxReceiptRow, 'id' | 'outcome' | 'settledAt'>,
): OutboxReceiptRow {
  const { id: entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary } = entry;
  const evaluationId =
    entry.target?.evaluationId ?? entry.corrects?.evaluationId ?? createdEvaluationId(items);
  const facts = { entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary };
  return { ...left, ...facts, evaluationId, ...(entry.turn !== undefined && { turn: entry.turn }) };
}

export interface ClosedEntry {
  readonly entry: EntryRow;
  readonly rows: readonly ItemRow[];
  readonly outcome: 'delivered' | 'discarded';
  readonly settledAt: number;
}

const receiptOfClosedEntry = ({ entry, rows, outcome, settledAt }: ClosedEntry): OutboxReceiptRow =>
  createReceiptRow(entry, rows, { id: entry.id, outcome, settledAt });

const retainedRowsOf = (closings: readonly ClosedEntry[], life: string | null): RetainedEntryRow[] =>
  life === null
    ? []
    : closings.flatMap(({ entry, rows, outcome }) =>
        outcome === 'delivered' ? (retainedRowOf(entry, rows, life) ?? []) : [],
      );

const isDiscarded = ({ outcome }: ClosedEntry): boolean => outcome === 'discarded';

/**
 * Returns true if a correction that was captured later is already delivered. The registration's receipt then keeps the later
 * values.
 */
const hasNewerDeliveredCorrection = async ({ ownerId, corrects, capturedAt }: EntryRow): Promise<boolean> =>
  (await db.receipts
    .where('[ownerId+evaluationId]')
    .equals([ownerId, corrects?.evaluationId ?? ''])
    .filter((row) => row.kind === 'correction' && row.outcome === 'delivered' && row.capturedAt > capturedAt)
    .count()) > 0;

/** Writes the values of a delivered correction into the receipt of its registration. */
async function updateRegistrationReceipt({ entry, rows }: ClosedEntry): Promise<void> {
  const { corrects, sealedCorrected: sealedSummary, patientTag, ownerId } = entry;
  const isDelivered = prerequisiteAmong(rows)?.state.name === 'delivered';
  if (!corrects?.entryId || !sealedSummary || !isDelivered || (await hasNewerDeliveredCorrection(entry)))
    return;
  const receipt = await db.receipts.get(corrects.entryId);
  if (receipt?.ownerId === ownerId) await db.receipts.put({ ...receipt, sealedSummary, patientTag });
  const waiting = await db.entries.get(corrects.entryId);
  if (waiting?.ownerId === ownerId) await db.entries.put({ ...waiting, sealedSummary, patientTag });
}

/**
 * Replaces each entry with a receipt (S22). With a `life` (incarnation of the server's database), the sent content is retained
 * (S29). A begun correction stays when its entry is delivered (S30) and is deleted when its entry is discarded, as the dialog
 * announces. Must run inside a transaction over `entryClosingTables`.
 */
export async function closeEntries(closings: readonly ClosedEntry[], life: string | null): Promise<void> {
  if (closings.length === 0) return;
  const entryIds = closings.map(({ entry }) => entry.id);
  const rows = closings.flatMap((closing) => closing.rows);
  const kept = retainedRowsOf(closings, life);
  await Promise.all([
    db.receipts.bulkPut(closings.map(receiptOfClosedEntry)),
    db.items.bulkDelete(rows.map(({ id }) => id)),
    db.entries.bulkDelete(entryIds),
    removeFromHandovers(entryIds),
    ...(kept.length > 0 ? [db.kept.bulkPut(kept)] : []),
    ...closings
      .filter(isDiscarded)
      .map(({ entry }) => deleteDraftWithImages(draftIdOf(entry.ownerId, entry.id))),
  ]);
  for (const closing of closings)
    if (closing.entry.kind === 'correction') await updateRegistrationReceipt(closing);
  const stays = new Set(kept.flatMap(({ bytesIds }) => bytesIds));
  await deleteUnreferencedBytes(
    rows.flatMap(({ picture }) => (picture && !stays.has(picture.bytesId) ? [picture.bytesId] : [])),
  );
}

/** Updates the entry's status from its items. When all are delivered, a receipt replaces the entry (S22). */
export async function updateEntryStatusOrClose(entry: EntryRow, now: number): Promise<void> {
  const rows = await findItemsOfEntry(entry.id);
  const standing = entryStatus(rows.map(toOutboxItem));
  if (standing === 'delivered')
    await closeEntries([{ entry, rows, outcome: standing, settledAt: now }], await readServerIncarnation());
  else if (standing !== entry.standing) await db.entries.put({ ...entry, standing });
}
