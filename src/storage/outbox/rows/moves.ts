import type { ItemEvent } from '#domain/outbox/item.ts';
import { transition } from '#domain/outbox/transition.ts';
import { db } from '../../database/database.ts';
import { itemsOf } from '../../database/items.ts';
import type { ItemRow } from '../../database/records.ts';
import { evaluationAmong } from './closing.ts';
import { afterTransition, toItem } from './outbox-rows.ts';

/** A row, and all of its entry; of an evaluation's, which waits for nothing, none are needed. */
interface RowOfEntry {
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
}

/** The row after an event. */
export function movedRow(
  { row, rows }: RowOfEntry,
  event: ItemEvent,
  now: number,
  sealedRefusal: ArrayBuffer | null,
): ItemRow {
  const evaluation = row.kind === 'evaluation' ? undefined : evaluationAmong(rows);
  const item = transition(toItem(row), event, now);
  return afterTransition(row, item, evaluation ? toItem(evaluation) : null, sealedRefusal);
}

/** Moves one row; inside a transaction over items. */
export async function moveRow(row: ItemRow, event: ItemEvent, now: number): Promise<void> {
  const rows = row.kind === 'evaluation' ? [] : await itemsOf(row.entryId);
  await db.items.put(movedRow({ row, rows }, event, now, null));
}
