import { db } from './database.ts';
import { StorageProblem } from './problem.ts';
import type { VaultKeys } from './vault.ts';

/** The keys of a user whose session is on this device; StorageProblem `locked` when they are not here. */
export async function keysOf(ownerId: string): Promise<VaultKeys> {
  const row = await db.keys.get(ownerId);
  if (!row) throw new StorageProblem('locked');
  return { seal: row.seal, tag: row.tag };
}
