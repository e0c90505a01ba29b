import type { Branding } from '#contract/records/branding.ts';
import { StorageProblem } from '../base/problem.ts';
import { SealedFace } from './sealed-content.ts';
import { openJson, sealJson, type VaultKeys } from './vault.ts';

/** The name of the branch that a user acted for last, and what else stands in the top bar. */
export interface BranchFace {
  readonly branchId: string | null;
  readonly branding: Branding;
}

const aadOf = (userId: string): string => `face:${userId}`;

export const sealFace = (keys: VaultKeys, userId: string, face: BranchFace): Promise<ArrayBuffer> =>
  sealJson(keys, aadOf(userId), face);

/** Null where it does not open or is damaged: nobody is kept out for want of a name. */
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
