import { entryStanding } from '#domain/outbox/entry.ts';
import { db } from '../../database/database.ts';
import { itemsOf } from '../../database/items.ts';
import type { EntryRow, ItemRow, ReceiptRow } from '../../database/records.ts';
import { dropUnreferenced } from '../../keys/pictures.ts';
import { toItem } from './outbox-rows.ts';
import { dropFromParcels, parcelTables } from './parcel-rows.ts';

export const evaluationAmong = (rows: readonly ItemRow[]) => rows.find((row) => row.kind === 'evaluation');

/** What an entry leaves behind, and leaves. */
export const closingTables = () => [
  db.items,
  db.entries,
  db.receipts,
  db.drafts,
  db.bytes,
  ...parcelTables(),
];

/** What stays of an entry that leaves its owner's queue. */
export function receiptOf(
  entry: EntryRow,
  items: readonly ItemRow[],
  left: Pick<ReceiptRow, 'id' | 'outcome' | 'settledAt'>,
): ReceiptRow {
  const { id: entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary } = entry;
  const evaluation = evaluationAmong(items);
  const created = evaluation?.state.name === 'delivered' ? evaluation.state.remoteId : null;
  const evaluationId = entry.target?.evaluationId ?? created;
  const facts = { entryId, kind, ownerId, capturedBy, branchId, capturedAt, patientTag, sealedSummary };
  return { ...left, ...facts, evaluationId, ...(entry.turn !== undefined && { turn: entry.turn }) };
}

export interface Closing {
  readonly entry: EntryRow;
  /** All of the entry, as they are at last. */
  readonly rows: readonly ItemRow[];
  readonly outcome: 'delivered' | 'discarded';
  readonly settledAt: number;
}

const receiptFor = ({ entry, rows, outcome, settledAt }: Closing): ReceiptRow =>
  receiptOf(entry, rows, { id: entry.id, outcome, settledAt });

/** Inside a transaction over `closingTables`: of each entry only a receipt stays (S22). */
export async function closeEntries(closings: readonly Closing[]): Promise<void> {
  if (closings.length === 0) return;
  const entryIds = closings.map(({ entry }) => entry.id);
  const rows = closings.flatMap((closing) => closing.rows);
  await Promise.all([
    db.receipts.bulkPut(closings.map(receiptFor)),
    db.items.bulkDelete(rows.map(({ id }) => id)),
    db.entries.bulkDelete(entryIds),
    dropFromParcels(entryIds),
  ]);
  await dropUnreferenced(rows.map((row) => row.picture?.bytesId));
}

/** The entry's standing follows its items; when all have arrived only a receipt stays (S22). */
export async function updateEntry(entry: EntryRow, now: number): Promise<void> {
  const rows = await itemsOf(entry.id);
  const standing = entryStanding(rows.map(toItem));
  if (standing === 'delivered') await closeEntries([{ entry, rows, outcome: standing, settledAt: now }]);
  else if (standing !== entry.standing) await db.entries.put({ ...entry, standing });
}
