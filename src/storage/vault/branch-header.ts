import type { Branding } from '#contract/records/branding.ts';
import { StorageProblem } from '../base/problem.ts';
import { EncryptedHeader } from './encrypted-content.ts';
import { decryptJson, encryptJson, type VaultKeys } from './vault.ts';

/** Name of the branch that a user last acted for, and the other contents of the top bar. */
export interface BranchHeader {
  readonly branchId: string | null;
  readonly branding: Branding;
}

const aadOf = (userId: string): string => `face:${userId}`;

export const encryptHeader = (keys: VaultKeys, userId: string, face: BranchHeader): Promise<ArrayBuffer> =>
  encryptJson(keys, aadOf(userId), face);

/** Decrypts the branch header; null when it does not decrypt or is damaged, because a missing name must not block a user. */
export async function decryptHeader(
  keys: VaultKeys,
  userId: string,
  sealed: ArrayBuffer | undefined,
): Promise<BranchHeader | null> {
  try {
    return sealed ? await decryptJson(keys, aadOf(userId), EncryptedHeader, sealed) : null;
  } catch (error) {
    if (error instanceof StorageProblem) return null;
    throw error;
  }
}
