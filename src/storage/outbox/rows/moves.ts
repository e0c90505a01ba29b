import { isPrerequisiteKind, prerequisiteAmong } from '#domain/outbox/entry.ts';
import type { ItemEvent } from '#domain/outbox/item.ts';
import { transition } from '#domain/outbox/transition.ts';
import { db } from '../../database/database.ts';
import { findItemsOf } from '../../database/items.ts';
import type { ItemRow } from '../../database/records.ts';
import { afterTransition, toItem } from './outbox-rows.ts';

/**
 * Row with all rows of its entry. The row of a lead (evaluation or correction) waits for no other row, so its list may be
 * empty.
 */
interface RowOfEntry {
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
}

/** Returns the row after an event. */
export function rowAfterEvent(
  { row, rows }: RowOfEntry,
  event: ItemEvent,
  now: number,
  sealedRefusal: ArrayBuffer | null,
): ItemRow {
  const lead = isPrerequisiteKind(row.kind) ? undefined : prerequisiteAmong(rows);
  const item = transition(toItem(row), event, now);
  return afterTransition(row, item, lead ? toItem(lead) : null, sealedRefusal);
}

/** Moves one row and stores it. Must run inside a transaction over items. */
export async function applyRowEvent(row: ItemRow, event: ItemEvent, now: number): Promise<void> {
  const rows = isPrerequisiteKind(row.kind) ? [] : await findItemsOf(row.entryId);
  await db.items.put(rowAfterEvent({ row, rows }, event, now, null));
}
