import { db } from '../../database/database.ts';
import type { ItemRow } from '../../database/records.ts';

export const EARLIEST_DUE_TIME = Number.NEGATIVE_INFINITY;
export const LATEST_DUE_TIME = Number.POSITIVE_INFINITY;

export const itemsInState = (ownerId: string, state: ItemRow['state']['name']) =>
  db.items.where('[ownerId+state.name]').equals([ownerId, state]);

/** Returns when the next item is sent automatically, ms of the device's clock; 0 if one is due now, null if none is. */
export async function findNextDueTime(ownerId: string): Promise<number | null> {
  const firstDue = (lane: number) =>
    db.items
      .where('[ownerId+lane+dueAt+capturedAt]')
      .between([ownerId, lane, EARLIEST_DUE_TIME], [ownerId, lane, LATEST_DUE_TIME])
      .first();
  const times = [await firstDue(0), await firstDue(1)].flatMap((row) =>
    row?.dueAt === undefined ? [] : [row.dueAt],
  );
  return times.length > 0 ? Math.min(...times) : null;
}
