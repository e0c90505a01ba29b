import { isPrerequisiteKind, prerequisiteAmong } from '#domain/outbox/entry.ts';
import type { ItemEvent } from '#domain/outbox/item.ts';
import { applyItemEvent } from '#domain/outbox/transition.ts';
import { db } from '../../database/database.ts';
import { findItemsOfEntry } from '../../database/items.ts';
import type { ItemRow } from '../../database/records.ts';
import { applyTransitionToRow, toOutboxItem } from './outbox-rows.ts';

/**
 * Item row, and all rows of its entry. An evaluation or correction waits for no other row of its entry, so `rows` may be empty
 * for it.
 */
interface RowWithEntryRows {
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
}

export function reduceItemRow(
  { row, rows }: RowWithEntryRows,
  event: ItemEvent,
  now: number,
  sealedRefusal: ArrayBuffer | null,
): ItemRow {
  const lead = isPrerequisiteKind(row.kind) ? undefined : prerequisiteAmong(rows);
  const item = applyItemEvent(toOutboxItem(row), event, now);
  return applyTransitionToRow(row, item, lead ? toOutboxItem(lead) : null, sealedRefusal);
}

/** Applies an event to one row and stores the row. Must run inside a transaction over items. */
export async function storeRowAfterEvent(row: ItemRow, event: ItemEvent, now: number): Promise<void> {
  const rows = isPrerequisiteKind(row.kind) ? [] : await findItemsOfEntry(row.entryId);
  await db.items.put(reduceItemRow({ row, rows }, event, now, null));
}
