import type { Permission } from '#contract/vocabulary.ts';
import { EncryptedFacts } from './encrypted-content.ts';
import { decryptJson, encryptJson, type VaultKeys } from './vault.ts';

/** Facts that the device knows of a user in addition to ids; always stored encrypted (D1). */
export interface AccountFacts {
  email: string | null;
  displayName: string;
  actions: Permission[];
  /**
   * Server's id of the user, if it differs from the owner id of the rows here: these may be older than the server's user ids or
   * than its restore.
   */
  providerId?: string | undefined;
  /** Bytes; absent when the server states none, and in rows of earlier versions. */
  attachmentMaxBytes?: number | undefined;
}

/** The AAD names the user, not a row: the account and the user's wrapped key store the same bytes. */
const aadOf = (userId: string): string => `facts:${userId}`;

export const encryptFacts = (
  keys: VaultKeys,
  userId: string,
  { email, displayName, providerId, actions, attachmentMaxBytes }: AccountFacts,
): Promise<ArrayBuffer> =>
  encryptJson(keys, aadOf(userId), { email, displayName, providerId, actions, attachmentMaxBytes });

export const decryptFacts = (keys: VaultKeys, userId: string, sealed: ArrayBuffer): Promise<AccountFacts> =>
  decryptJson(keys, aadOf(userId), EncryptedFacts, sealed);
