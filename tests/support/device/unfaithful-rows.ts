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

/** What else happens on the device between the next strict transaction and what its caller does then. */
export function afterNextWrite(work: () => Promise<unknown>): void {
  const write = db.transaction.bind(db) as (...parts: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(db, 'transaction') as unknown as {
    mockImplementation: (run: typeof write) => void;
    mockRestore: () => void;
  };
  spy.mockImplementation(async (mode, ...rest) => {
    if (mode !== 'rw') return write(mode, ...rest);
    spy.mockRestore();
    const result = await write(mode, ...rest);
    await work();
    return result;
  });
}
