import type { Permission } from '#contract/vocabulary.ts';
import { StoredAccountData } from './encrypted-content.ts';
import { decryptJson, encryptJson, type VaultKeys } from './vault.ts';

/** Personal data and settings of a user that the device stores encrypted (D1). */
export interface AccountData {
  email: string | null;
  displayName: string;
  actions: Permission[];
  /** Permissions that the user may grant. Absent when the server names none, and in rows of earlier app versions. */
  grantable?: readonly Permission[] | undefined;
  /**
   * Server's id of the user, if it differs from the owner id of the rows on this device. They differ when the rows are older
   * than the server's user ids or than a restore of the server.
   */
  providerId?: string | undefined;
  /** Maximum size of an attachment, bytes. Absent when the server states none, and in rows of earlier app versions. */
  attachmentMaxBytes?: number | undefined;
}

/** The AAD contains the user id and no row id, because the account row and the row of the wrapped key store the same bytes. */
const accountDataAadOf = (userId: string): string => `facts:${userId}`;

export const encryptAccountData = (
  keys: VaultKeys,
  userId: string,
  { email, displayName, providerId, actions, grantable, attachmentMaxBytes }: AccountData,
): Promise<ArrayBuffer> =>
  encryptJson(keys, accountDataAadOf(userId), {
    email,
    displayName,
    providerId,
    actions,
    grantable,
    attachmentMaxBytes,
  });

export const decryptAccountData = (
  keys: VaultKeys,
  userId: string,
  sealed: ArrayBuffer,
): Promise<AccountData> => decryptJson(keys, accountDataAadOf(userId), StoredAccountData, sealed);
