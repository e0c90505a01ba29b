import { db } from '../database/database.ts';
import { cacheTableRead } from '../database/live/remembered.ts';
import { StorageProblem } from '../base/problem.ts';
import type { UserKeysRow } from '../database/records.ts';
import type { VaultKeys } from '../vault/vault.ts';

const toVaultKeys = ({ seal, tag }: UserKeysRow): VaultKeys => ({ seal, tag });

export async function findKeysOf(ownerId: string): Promise<VaultKeys | null> {
  const row = await db.keys.get(ownerId);
  return row ? toVaultKeys(row) : null;
}

/**
 * Returns the server's id of the user and the key that authenticates the server's backup statements (S29); null without data
 * keys.
 */
export async function findServerUserIdAndKey(ownerId: string): Promise<UserKeysRow['provider'] | null> {
  const row = await db.keys.get(ownerId);
  return row ? (row.provider ?? row) : null;
}

/**
 * Same as `findKeysOf`, but throws StorageProblem `locked` when the keys are missing. It reads the database directly: with one
 * more await, a live query would not notice the reads that follow (live.test.ts).
 */
export async function requireKeysOf(ownerId: string): Promise<VaultKeys> {
  const row = await db.keys.get(ownerId);
  if (!row) throw new StorageProblem('locked');
  return toVaultKeys(row);
}

const readCachedKeyRows = cacheTableRead('keys', () => db.keys.toArray());

/**
 * Same as `requireKeysOf`, cached in memory for callers that require the keys with each request. Do not use it in a live
 * query.
 */
export async function requireCachedKeysOf(ownerId: string): Promise<VaultKeys> {
  const row = (await readCachedKeyRows()).find(({ userId }) => userId === ownerId);
  return row ? toVaultKeys(row) : requireKeysOf(ownerId);
}

/**
 * Returns true if the device stores entries, drafts or worksheets of the user, unsent or retained, that may exist only here and
 * that only the user's keys decrypt.
 */
export async function hasDataNeedingKeys(ownerId: string): Promise<boolean> {
  const counts = await Promise.all(
    [db.entries, db.drafts, db.clinicalDrafts, db.kept].map((table) =>
      table.where('ownerId').equals(ownerId).count(),
    ),
  );
  return counts.some((count) => count > 0);
}

/** Same as `hasDataNeedingKeys`, and also true for receipts, which the user may still read on this device. */
export const hasDataNeedingKeysOrReceipts = async (ownerId: string): Promise<boolean> =>
  (await hasDataNeedingKeys(ownerId)) || (await db.receipts.where('ownerId').equals(ownerId).count()) > 0;
