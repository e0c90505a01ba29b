import { db } from './database.ts';
import { StorageProblem } from './problem.ts';
import type { VaultKeys } from './vault.ts';

/** The keys of a user whose session is on this device; null when they are not here. */
export async function findKeysOf(ownerId: string): Promise<VaultKeys | null> {
  const row = await db.keys.get(ownerId);
  return row ? { seal: row.seal, tag: row.tag } : null;
}

/** The same; StorageProblem `locked` when they are not here. */
export async function keysOf(ownerId: string): Promise<VaultKeys> {
  const keys = await findKeysOf(ownerId);
  if (!keys) throw new StorageProblem('locked');
  return keys;
}

/** Whether anything lies on this device that only the user's keys open. */
export async function hasSealed(ownerId: string): Promise<boolean> {
  const tables = [db.entries, db.drafts, db.receipts, db.clinicalDrafts];
  const counts = await Promise.all(tables.map((table) => table.where('ownerId').equals(ownerId).count()));
  return counts.some((count) => count > 0);
}
