import { recordPasswordAttemptIn } from './attempts.ts';
import { restoreMissingKeys } from '../backup/backup.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { StorageProblem, withStorageErrors } from '../base/problem.ts';
import type { DeviceKeyRow } from '../database/records.ts';
import type { DeviceRow } from '../database/device-records.ts';
import { importTagKey, importVaultKeys, hmacTag, type RootKey, type VaultKeys } from '../vault/vault.ts';
import { type WrappedKey, unwrapKey, wrapKey } from '../vault/wrapped-key.ts';

/** Data keys that a password has just unlocked or fetched, and the wrapped copy for the device. */
export interface UnlockedKey {
  readonly keys: VaultKeys;
  /** Null if no password was entered: the wrapped copy on the device stays unchanged. */
  readonly copy: KeyCopy | null;
}

export type KeyCopy = Pick<DeviceKeyRow, 'id' | 'origin'> & WrappedKey;

type MailKeyRow = Extract<DeviceRow, { id: 'mail-key' }>;

const makeMailSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/**
 * Returns the device's mail key; created at its first use or restored after the loss of the database (S25). Two tabs that
 * create it at the same time agree.
 */
const ensureMailKey = (): Promise<MailKeyRow> =>
  withStorageErrors(async () => {
    const known = await readDeviceRow('mail-key');
    if (known && !known.provisional) return known;
    const isUnknown = (await restoreMissingKeys('mail-key')) === 'unknown';
    const secret = known?.secret ? new Uint8Array(known.secret) : makeMailSecret();
    const key = await importTagKey(secret);
    return db.transaction('rw', db.device, async () => {
      const found = await readDeviceRow('mail-key');
      if (found && (isUnknown || !found.provisional)) return found;
      const made: MailKeyRow = { id: 'mail-key', key, secret: secret.buffer, provisional: isUnknown };
      await db.device.put(made);
      return made;
    });
  });

const tagWith = ({ key }: MailKeyRow, email: string): Promise<string> =>
  hmacTag({ tag: key }, ['mail', email.trim().toLowerCase()]);

/**
 * Returns the tag of an e-mail address on this device, for any spelling and without personal data (D1). The first call creates
 * its key.
 */
export const makeEmailTag = async (email: string): Promise<string> => tagWith(await ensureMailKey(), email);

/**
 * Returns a tag for use as an owner id, which must not change.
 * @throws StorageProblem if the key is provisional
 */
export async function makeLastingEmailTag(email: string): Promise<string> {
  const row = await ensureMailKey();
  if (row.provisional) throw new StorageProblem('closed');
  return tagWith(row, email);
}

const aadOf = (id: string): string => `deviceKeys:${id}`;

/**
 * Returns the wrapped key that the last sign-in by password stored for this e-mail address; null without one. `tag`: tag of the
 * address.
 */
export const readDeviceKey = (tag: string): Promise<DeviceKeyRow | null> =>
  withStorageErrors(async () => (await db.deviceKeys.get(tag)) ?? null);

/** Same as `readDeviceKey`, by the server's user id, when no e-mail address was entered. */
export const readDeviceKeyOfUser = (userId: string): Promise<DeviceKeyRow | null> =>
  withStorageErrors(async () => (await db.deviceKeys.where('userId').equals(userId).first()) ?? null);

/**
 * Imports the keys from their root key and wraps the root key under the record's id, which may already exist. The root key is
 * erased afterwards.
 */
export async function importAndWrapKey(
  root: RootKey,
  { id, origin }: Pick<KeyCopy, 'id' | 'origin'>,
  password: string,
): Promise<UnlockedKey> {
  const keys = await importVaultKeys(root);
  const wrapped = await wrapKey(password, aadOf(id), root);
  root.fill(0);
  return { keys, copy: { id, origin, ...wrapped } };
}

export const unwrapDeviceKey = (row: DeviceKeyRow, password: string): Promise<RootKey | null> =>
  unwrapKey(password, aadOf(row.id), row);

/** Returns only the keys if the password unwraps the copy; null otherwise. */
export async function unlockDeviceKey(row: DeviceKeyRow, password: string): Promise<VaultKeys | null> {
  const root = await unwrapDeviceKey(row, password);
  if (!root) return null;
  const keys = await importVaultKeys(root);
  root.fill(0);
  return keys;
}

/** Marks the copy as the only one, because no server stores this key any longer. */
export const markAsOnlyCopy = (id: string): Promise<unknown> =>
  withStorageErrors(() => db.deviceKeys.update(id, { origin: 'device' }));

/** Deletes the copy: the user's next sign-in requires the network. */
export const deleteDeviceKey = (id: string): Promise<void> =>
  withStorageErrors(() => db.deviceKeys.delete(id));

export const recordPasswordAttempt = (id: string, now: number): Promise<number> =>
  recordPasswordAttemptIn(db.deviceKeys, id, now);
