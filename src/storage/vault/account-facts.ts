import type { Permission } from '#contract/vocabulary.ts';
import { SealedFacts } from './sealed-content.ts';
import { openJson, sealJson, type VaultKeys } from './vault.ts';

/** What the device knows of a user besides ids; sealed wherever it lies (D1). */
export interface AccountFacts {
  email: string | null;
  displayName: string;
  actions: Permission[];
  /** The provider's id, where the rows here carry another: of before it named its users, or was restored. */
  providerId?: string | undefined;
  /** Bytes; absent where the provider says none, and in rows of earlier versions. */
  attachmentMaxBytes?: number | undefined;
}

/** The place is the user, not a row: the account and the user's wrapped key carry the same bytes. */
const aadOf = (userId: string): string => `facts:${userId}`;

export const sealFacts = (
  keys: VaultKeys,
  userId: string,
  { email, displayName, providerId, actions, attachmentMaxBytes }: AccountFacts,
): Promise<ArrayBuffer> =>
  sealJson(keys, aadOf(userId), { email, displayName, providerId, actions, attachmentMaxBytes });

export const openFacts = (keys: VaultKeys, userId: string, sealed: ArrayBuffer): Promise<AccountFacts> =>
  openJson(keys, aadOf(userId), SealedFacts, sealed);
