import type { Branding } from '#contract/records/branding.ts';
import { StorageProblem } from '../base/problem.ts';
import { StoredBranchHeader } from './encrypted-content.ts';
import { decryptJson, encryptJson, type VaultKeys } from './vault.ts';

/** Contents of the top bar: id, name and logo facts of the user's last active branch. */
export interface BranchHeader {
  readonly branchId: string | null;
  readonly branding: Branding;
}

const branchHeaderAadOf = (userId: string): string => `face:${userId}`;

export const encryptBranchHeader = (
  keys: VaultKeys,
  userId: string,
  face: BranchHeader,
): Promise<ArrayBuffer> => encryptJson(keys, branchHeaderAadOf(userId), face);

/**
 * Decrypts the contents of the top bar. Returns null if they are damaged, because a missing branch name must not block the
 * user.
 */
export async function decryptBranchHeader(
  keys: VaultKeys,
  userId: string,
  sealed: ArrayBuffer | undefined,
): Promise<BranchHeader | null> {
  try {
    return sealed ? await decryptJson(keys, branchHeaderAadOf(userId), StoredBranchHeader, sealed) : null;
  } catch (error) {
    if (error instanceof StorageProblem) return null;
    throw error;
  }
}
