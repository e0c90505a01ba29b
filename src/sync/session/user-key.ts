import { keepCopy, type Account } from '#storage/account/accounts.ts';
import {
  holdKey,
  makeEmailTag,
  readDeviceKeyOfUser,
  type HeldKey,
  type KeyCopy,
} from '#storage/keys/device-keys.ts';
import { findKeysOf, hasSealed } from '#storage/keys/keyring.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { bringBack, isRestored } from '#storage/backup/backup.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import {
  decodeVaultKey,
  importVaultKeys,
  makeRootKey,
  type RootKey,
  type VaultKeys,
} from '#storage/vault/vault.ts';
import { openCopy, type Credentials } from './credentials.ts';
import { placeOfCopy } from './earlier-owner.ts';
import { saysNotFound } from '../api/not-found.ts';
import { provider } from '../api/provider.ts';
import type { Answer } from '../api/remote.ts';
import { probe } from '../outbox/probe.ts';

export type UserKey =
  | { readonly type: 'held'; readonly held: HeldKey }
  /** Only the device has this key, and none of the passwords opens it. */
  | { readonly type: 'locked' }
  | Exclude<Answer<unknown>, { type: 'ok' }>;

interface Asked {
  readonly ownerId: string;
  /** Null when a session is taken up without a sign-in: then nothing can be wrapped. */
  readonly typed: Credentials | null;
  /** The id under which the copy will be found; null when nobody knows the address. */
  readonly copyId: string | null;
  /** What was wrapped here before. */
  readonly row: DeviceKeyRow | null;
}

async function hold(root: RootKey, origin: KeyCopy['origin'], { typed, copyId }: Asked): Promise<UserKey> {
  if (typed && copyId !== null)
    return { type: 'held', held: await holdKey(root, { id: copyId, origin }, typed.password) };
  const keys = await importVaultKeys(root);
  root.fill(0);
  return { type: 'held', held: { keys, copy: null } };
}

/**
 * The key as this device knows it, for a user whose provider keeps none: a first sign-in makes it. Never over what is
 * sealed here already, or a call that is missing for a day would shut its owner out of it.
 */
async function keyOfDevice(asked: Asked): Promise<UserKey> {
  const { ownerId, typed, copyId, row } = asked;
  const root = row && typed && (await openCopy(row, typed));
  if (root) return hold(root, row.origin, asked);
  const keys = await findKeysOf(ownerId);
  if (keys) return { type: 'held', held: { keys, copy: null } };
  if (row || !typed || copyId === null) return { type: 'locked' };
  // What it sealed may come back later (S25), and would not open with another.
  const answer = await bringBack('keys');
  // Where this database has had all that there was, nothing more comes.
  if (answer === 'unknown' && !(await isRestored())) throw new StorageProblem('closed');
  const lost = await readDeviceKeyOfUser(ownerId);
  if (lost) return keyOfDevice({ ...asked, row: lost });
  if (await hasSealed(ownerId)) return { type: 'locked' };
  return hold(makeRootKey(), 'device', asked);
}

/**
 * A 404 without a word may be a gateway's that has lost its provider, and a key of the device's own, made then, would stay for
 * good. It counts where the provider answers another call and this one so again: it may just have come back.
 */
async function askForKey() {
  const answer = await provider.call('vaultKey');
  if (answer.type !== 'error' || answer.refusal.status !== 404 || saysNotFound(answer)) return answer;
  const contact = await probe();
  if (contact.reached) return provider.call('vaultKey');
  const { cause } = contact;
  return cause === 'portal' ? ({ type: 'foreign' } as const) : ({ type: 'silence', cause } as const);
}

/** What the provider keeps for its user, who goes on with another key here; null where it keeps none. */
export async function providedKeys(): Promise<VaultKeys | null> {
  const answer = await askForKey();
  return answer.type === 'ok' ? importVaultKeys(decodeVaultKey(answer.body.key)) : null;
}

async function keyFor(asked: Asked): Promise<UserKey> {
  // What is sealed here opens with this key only, whatever a provider that has learnt to keep keys would say now.
  if (asked.row?.origin === 'device') return keyOfDevice(asked);
  const answer = await askForKey();
  if (answer.type === 'ok') return hold(decodeVaultKey(answer.body.key), 'provider', asked);
  const hasNone = answer.type === 'error' && answer.refusal.status === 404;
  return hasNone && asked.typed ? keyOfDevice(asked) : answer;
}

/**
 * D2: the data key of a session that the provider has just opened, and its copy wrapped by the password. `tag`: of the
 * user's address, as far as anybody knows it.
 */
export async function userKey(
  ownerId: string,
  tag: string | null,
  typed: Credentials | null,
): Promise<UserKey> {
  const [copyId, row] = await Promise.all([placeOfCopy(ownerId, tag), readDeviceKeyOfUser(ownerId)]);
  return keyFor({ ownerId, typed, copyId, row });
}

/**
 * D2: after a change of password the device's copy of the key opens with the new one; the key itself stays. False when
 * the key or the device's storage could not be had: then the old password goes on opening this device without network
 * until the next sign-in with it.
 */
export async function rewrapDeviceKey(account: Account, current: string, next: string): Promise<boolean> {
  const { userId, email } = account;
  try {
    const tag = email === null ? null : await makeEmailTag(email);
    const key = await userKey(userId, tag, { email, password: next, previous: current });
    if (key.type !== 'held' || !key.held.copy) return false;
    return await keepCopy(userId, key.held.copy);
  } catch (error) {
    if (error instanceof StorageProblem) return false;
    throw error;
  }
}
