import { vi } from 'vitest';
import type { ItemKind } from '#domain/outbox/item.ts';
import { db } from '#storage/database/database.ts';
import type { ItemRow } from '#storage/database/records.ts';

/** Simulates faulty storage: `change` alters the items of the next insertion before they are stored. */
export function alterNextInsertion(change: (rows: readonly ItemRow[]) => ItemRow[]): void {
  const spy = vi.spyOn(db.items, 'bulkAdd');
  spy.mockImplementationOnce((rows) => {
    spy.mockRestore();
    return db.items.bulkAdd(change(rows as readonly ItemRow[]));
  });
}

/** Runs `work` after the next read-write transaction has ended and before its caller continues. */
export function runAfterNextWrite(work: () => Promise<unknown>): void {
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

/** Returns the bytes as a bad sector of the disk would: they can no longer be decrypted. */
export function damageCopyOfBytes(sealed: ArrayBuffer | null | undefined): ArrayBuffer {
  if (!sealed) throw new Error('nothing is sealed here');
  const bytes = new Uint8Array(sealed.slice(0));
  bytes[bytes.length - 1]! ^= 1;
  return bytes.buffer;
}

/** Damages the content of one item of the entry, the evaluation's body or a picture, so that it can no longer be decrypted. */
export async function damageContent(entryId: string, kind: ItemKind): Promise<void> {
  const row = await db.items
    .where('entryId')
    .equals(entryId)
    .and((item) => item.kind === kind)
    .first();
  if (!row) throw new Error(`the entry has no ${kind}`);
  if (row.picture) return damageStoredBytes(row.picture.bytesId);
  await db.items.update(row.id, { sealedBody: damageCopyOfBytes(row.sealedBody) });
}

export async function damageStoredBytes(bytesId: string): Promise<void> {
  const row = await db.bytes.get(bytesId);
  await db.bytes.update(bytesId, { sealed: damageCopyOfBytes(row?.sealed) });
}

export async function damageSummary(entryId: string): Promise<void> {
  const row = await db.entries.get(entryId);
  await db.entries.update(entryId, { sealedSummary: damageCopyOfBytes(row?.sealedSummary) });
}
