import { vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import type { ItemRow } from '#storage/database/records.ts';

/** The items that are added next lie otherwise than they were written. */
export function storesOtherwise(change: (rows: readonly ItemRow[]) => ItemRow[]): void {
  const spy = vi.spyOn(db.items, 'bulkAdd');
  spy.mockImplementationOnce((rows) => {
    spy.mockRestore();
    return db.items.bulkAdd(change(rows as readonly ItemRow[]));
  });
}
