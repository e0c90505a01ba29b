import type { Branding } from '#contract/records/branding.ts';
import { StorageProblem } from '../base/problem.ts';
import { SealedFace } from './sealed-content.ts';
import { openJson, sealJson, type VaultKeys } from './vault.ts';

/** Name of the branch that a user last acted for, and the other contents of the top bar. */
export interface BranchFace {
  readonly branchId: string | null;
  readonly branding: Branding;
}

const aadOf = (userId: string): string => `face:${userId}`;

export const sealFace = (keys: VaultKeys, userId: string, face: BranchFace): Promise<ArrayBuffer> =>
  sealJson(keys, aadOf(userId), face);

/** Decrypts the branch face; null when it does not decrypt or is damaged, because a missing name must not block a user. */
export async function openFace(
  keys: VaultKeys,
  userId: string,
  sealed: ArrayBuffer | undefined,
): Promise<BranchFace | null> {
  try {
    return sealed ? await openJson(keys, aadOf(userId), SealedFace, sealed) : null;
  } catch (error) {
    if (error instanceof StorageProblem) return null;
    throw error;
  }
}
