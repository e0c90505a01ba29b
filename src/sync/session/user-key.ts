import { storeNewPasswordKeyCopy, type Account } from '#storage/account/accounts.ts';
import {
  importWrapAndEraseRootKey,
  makeEmailTag,
  readWrappedKeyOfUser,
  type KeysWithWrappedCopy,
  type WrappedKeyCopy,
} from '#storage/keys/device-keys.ts';
import { findKeysOf, hasDataNeedingKeysOrReceipts } from '#storage/keys/keyring.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { restoreMissingKeys, areBackupsRestored } from '#storage/backup/backup.ts';
import type { WrappedKeyRow } from '#storage/database/records.ts';
import {
  decodeVaultKey,
  importVaultKeys,
  makeRootKey,
  type RootKey,
  type VaultKeys,
} from '#storage/vault/vault.ts';
import { unwrapKeyCopy, type Credentials } from './credentials.ts';
import { findKeyCopyRowId } from './earlier-owner.ts';
import { isNotFoundResponse } from '../api/not-found.ts';
import { apiClient } from '../api/api-client.ts';
import type { ApiResponse } from '#network/response.ts';
import { probeServer } from '../outbox/sending/probe.ts';

export type UserKeyResult =
  | { readonly type: 'held'; readonly held: KeysWithWrappedCopy }
  /** Only this device has the data key, and none of the passwords unwraps it. */
  | { readonly type: 'locked' }
  | Exclude<ApiResponse<unknown>, { type: 'ok' }>;

interface UserKeyRequest {
  readonly ownerId: string;
  /** Null when a session is resumed by its cookie; the key then cannot be wrapped. */
  readonly typed: Credentials | null;
  /** Row id for the copy of the data key; null when the e-mail address is unknown. */
  readonly copyId: string | null;
  readonly row: WrappedKeyRow | null;
}

async function importKeyAndEraseRoot(
  root: RootKey,
  origin: WrappedKeyCopy['origin'],
  { typed, copyId }: UserKeyRequest,
): Promise<UserKeyResult> {
  if (typed && copyId !== null)
    return {
      type: 'held',
      held: await importWrapAndEraseRootKey(root, { id: copyId, origin }, typed.password),
    };
  const keys = await importVaultKeys(root);
  root.fill(0);
  return { type: 'held', held: { keys, copy: null } };
}

/**
 * Returns the data key of a user whose server stores none; the first sign-in creates it. Creates no key while data encrypted
 * with another key exist: the server's key call may be missing only temporarily, and a new key would make those data
 * unreadable.
 */
async function obtainKeyWithoutServer(request: UserKeyRequest): Promise<UserKeyResult> {
  const { ownerId, typed, copyId, row } = request;
  const root = row && typed && (await unwrapKeyCopy(row, typed));
  if (root) return importKeyAndEraseRoot(root, row.origin, request);
  const keys = await findKeysOf(ownerId);
  if (keys) return { type: 'held', held: { keys, copy: null } };
  if (row || !typed || copyId === null) return { type: 'locked' };
  // The backup may restore the lost key and its data (S25), which a new key would not decrypt.
  const response = await restoreMissingKeys('keys');
  // If the backup was not readable and has not been restored completely, the lost key may still be in it, so no new key is
  // created.
  if (response === 'unknown' && !(await areBackupsRestored())) throw new StorageProblem('closed');
  const lost = await readWrappedKeyOfUser(ownerId);
  if (lost) return obtainKeyWithoutServer({ ...request, row: lost });
  if (await hasDataNeedingKeysOrReceipts(ownerId)) return { type: 'locked' };
  return importKeyAndEraseRoot(makeRootKey(), 'device', request);
}

/**
 * Requests the data key from the server. A 404 without a message may come from a gateway, and a key created because of it would
 * be permanent. Such a 404 therefore counts only if another call succeeds and the request then gets a 404 again.
 */
async function requestVaultKey() {
  const response = await apiClient.call('vaultKey');
  if (response.type !== 'error' || response.refusal.status !== 404 || isNotFoundResponse(response))
    return response;
  const contact = await probeServer();
  if (contact.reached) return apiClient.call('vaultKey');
  const { cause } = contact;
  return cause === 'portal' ? ({ type: 'foreign' } as const) : ({ type: 'silence', cause } as const);
}

/**
 * Returns the keys that the server stores for a user who has another key on this device; null if the server stores none or does
 * not send them.
 */
export async function fetchKeysFromServer(): Promise<VaultKeys | null> {
  const response = await requestVaultKey();
  return response.type === 'ok' ? importVaultKeys(decodeVaultKey(response.body.key)) : null;
}

async function resolveUserKey(request: UserKeyRequest): Promise<UserKeyResult> {
  // The data on this device are encrypted with the key that this device created, even if the server stores another key by now.
  if (request.row?.origin === 'device') return obtainKeyWithoutServer(request);
  const response = await requestVaultKey();
  if (response.type === 'ok')
    return importKeyAndEraseRoot(decodeVaultKey(response.body.key), 'provider', request);
  const hasNone = response.type === 'error' && response.refusal.status === 404;
  return hasNone && request.typed ? obtainKeyWithoutServer(request) : response;
}

/**
 * D2: returns the data key for a new session, with a copy wrapped by the password. `tag`: tag of the user's e-mail address;
 * null if unknown.
 */
export async function obtainUserKey(
  ownerId: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<UserKeyResult> {
  const [copyId, row] = await Promise.all([findKeyCopyRowId(ownerId, tag), readWrappedKeyOfUser(ownerId)]);
  return resolveUserKey({ ownerId, typed, copyId, row });
}

/**
 * D2: wraps the device's copy of the data key with the new password; the data key itself stays the same. Returns false if key
 * or storage is unavailable: until the next sign-in with the new password the old password works offline.
 */
export async function rewrapDataKeyCopy(account: Account, current: string, next: string): Promise<boolean> {
  const { userId, email } = account;
  try {
    const tag = email === null ? null : await makeEmailTag(email);
    const key = await obtainUserKey(userId, tag, { email, password: next, previous: current });
    if (key.type !== 'held' || !key.held.copy) return false;
    return await storeNewPasswordKeyCopy(userId, key.held.copy);
  } catch (error) {
    if (error instanceof StorageProblem) return false;
    throw error;
  }
}
