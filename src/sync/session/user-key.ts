import { storeKeyCopy, type Account } from '#storage/account/accounts.ts';
import {
  importAndWrapKey,
  makeEmailTag,
  readDeviceKeyOfUser,
  type UnlockedKey,
  type KeyCopy,
} from '#storage/keys/device-keys.ts';
import { findKeysOf, hasEncryptedRows } from '#storage/keys/keyring.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { restoreMissingKeys, isRestored } from '#storage/backup/backup.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import {
  decodeVaultKey,
  importVaultKeys,
  makeRootKey,
  type RootKey,
  type VaultKeys,
} from '#storage/vault/vault.ts';
import { unwrapKeyCopy, type Credentials } from './credentials.ts';
import { keyCopyLocation } from './earlier-owner.ts';
import { isNotFoundResponse } from '../api/not-found.ts';
import { apiClient } from '../api/api-client.ts';
import type { ApiResponse } from '../api/remote.ts';
import { probe } from '../outbox/probe.ts';

export type UserKey =
  | { readonly type: 'held'; readonly held: UnlockedKey }
  /** Only the device has this key, and none of the passwords opens it. */
  | { readonly type: 'locked' }
  | Exclude<ApiResponse<unknown>, { type: 'ok' }>;

interface Asked {
  readonly ownerId: string;
  /** Null when a session is resumed without a sign-in: the key can then not be wrapped. */
  readonly typed: Credentials | null;
  /** Id of the row for the key copy; null when the address is unknown. */
  readonly copyId: string | null;
  /** Key copy that is already stored here. */
  readonly row: DeviceKeyRow | null;
}

async function hold(root: RootKey, origin: KeyCopy['origin'], { typed, copyId }: Asked): Promise<UserKey> {
  if (typed && copyId !== null)
    return { type: 'held', held: await importAndWrapKey(root, { id: copyId, origin }, typed.password) };
  const keys = await importVaultKeys(root);
  root.fill(0);
  return { type: 'held', held: { keys, copy: null } };
}

/**
 * Returns the device's own key for a user whose server keeps no key; the first sign-in makes it. Makes no key while data
 * encrypted with another key exists here: if the server's key call were missing for a day only, a new key would lock the owner
 * out of that data.
 */
async function keyOfDevice(asked: Asked): Promise<UserKey> {
  const { ownerId, typed, copyId, row } = asked;
  const root = row && typed && (await unwrapKeyCopy(row, typed));
  if (root) return hold(root, row.origin, asked);
  const keys = await findKeysOf(ownerId);
  if (keys) return { type: 'held', held: { keys, copy: null } };
  if (row || !typed || copyId === null) return { type: 'locked' };
  // Data encrypted with the lost key may be restored later (S25), and another key would not open it.
  const response = await restoreMissingKeys('keys');
  // After a complete restore no lost key can arrive any more.
  if (response === 'unknown' && !(await isRestored())) throw new StorageProblem('closed');
  const lost = await readDeviceKeyOfUser(ownerId);
  if (lost) return keyOfDevice({ ...asked, row: lost });
  if (await hasEncryptedRows(ownerId)) return { type: 'locked' };
  return hold(makeRootKey(), 'device', asked);
}

/**
 * Requests the key from the server. A bare 404 may come from a gateway that cannot reach the server, and a key made on the
 * device because of it would stay permanently. A 404 therefore counts only if the server responds to another call and then
 * returns 404 again.
 */
async function requestKey() {
  const response = await apiClient.call('vaultKey');
  if (response.type !== 'error' || response.refusal.status !== 404 || isNotFoundResponse(response))
    return response;
  const contact = await probe();
  if (contact.reached) return apiClient.call('vaultKey');
  const { cause } = contact;
  return cause === 'portal' ? ({ type: 'foreign' } as const) : ({ type: 'silence', cause } as const);
}

/** Returns the keys that the server keeps for a user who continues with another key on this device; null if it keeps none. */
export async function fetchKeysFromServer(): Promise<VaultKeys | null> {
  const response = await requestKey();
  return response.type === 'ok' ? importVaultKeys(decodeVaultKey(response.body.key)) : null;
}

async function keyFor(asked: Asked): Promise<UserKey> {
  // Data encrypted here opens only with this key, even if the server has begun to keep keys since.
  if (asked.row?.origin === 'device') return keyOfDevice(asked);
  const response = await requestKey();
  if (response.type === 'ok') return hold(decodeVaultKey(response.body.key), 'provider', asked);
  const hasNone = response.type === 'error' && response.refusal.status === 404;
  return hasNone && asked.typed ? keyOfDevice(asked) : response;
}

/**
 * D2: returns the data key of a session that the server has just opened, with its copy wrapped by the password. `tag`: tag of
 * the user's e-mail address, or null.
 */
export async function obtainUserKey(
  ownerId: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<UserKey> {
  const [copyId, row] = await Promise.all([keyCopyLocation(ownerId, tag), readDeviceKeyOfUser(ownerId)]);
  return keyFor({ ownerId, typed, copyId, row });
}

/**
 * D2: wraps the device's copy of the key with the new password after a change; the key itself stays the same. Returns false if
 * the key or the device's storage is unavailable: the old password then opens this device offline until the next sign-in with
 * the new one.
 */
export async function rewrapDeviceKey(account: Account, current: string, next: string): Promise<boolean> {
  const { userId, email } = account;
  try {
    const tag = email === null ? null : await makeEmailTag(email);
    const key = await obtainUserKey(userId, tag, { email, password: next, previous: current });
    if (key.type !== 'held' || !key.held.copy) return false;
    return await storeKeyCopy(userId, key.held.copy);
  } catch (error) {
    if (error instanceof StorageProblem) return false;
    throw error;
  }
}
