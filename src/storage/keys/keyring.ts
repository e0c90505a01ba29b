import { db } from '../database/database.ts';
import { remembered } from '../database/remembered.ts';
import { StorageProblem } from '../base/problem.ts';
import type { KeyRow } from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

const toKeys = ({ seal, tag }: KeyRow): VaultKeys => ({ seal, tag });

/** The keys of a user whose session is on this device; null when they are not here. */
export async function findKeysOf(ownerId: string): Promise<VaultKeys | null> {
  const row = await db.keys.get(ownerId);
  return row ? toKeys(row) : null;
}

/** What the provider calls this user, and the key that it tags its statements with. */
export async function findProviderTag(ownerId: string): Promise<KeyRow['provider'] | null> {
  const row = await db.keys.get(ownerId);
  return row ? (row.provider ?? row) : null;
}

/**
 * As `findKeysOf`; StorageProblem `locked` when they are not here. It asks the database itself: behind one more async function
 * a live query would lose sight of what it reads next (live.test.ts).
 */
export async function keysOf(ownerId: string): Promise<VaultKeys> {
  const row = await db.keys.get(ownerId);
  if (!row) throw new StorageProblem('locked');
  return toKeys(row);
}

const rowsOfKeys = remembered('keys', () => db.keys.toArray());

/** The same for who asks with each request. Not for a live query. */
export async function keysToSend(ownerId: string): Promise<VaultKeys> {
  const row = (await rowsOfKeys()).find(({ userId }) => userId === ownerId);
  return row ? toKeys(row) : keysOf(ownerId);
}

/** Whether anything lies on this device that exists nowhere else, or may not, and that only the user's keys open. */
export async function hasUnfinished(ownerId: string): Promise<boolean> {
  const counts = await Promise.all(
    [db.entries, db.drafts, db.clinicalDrafts, db.kept].map((table) =>
      table.where('ownerId').equals(ownerId).count(),
    ),
  );
  return counts.some((count) => count > 0);
}

/** The same, and what the user may still read here. */
export const hasSealed = async (ownerId: string): Promise<boolean> =>
  (await hasUnfinished(ownerId)) || (await db.receipts.where('ownerId').equals(ownerId).count()) > 0;
