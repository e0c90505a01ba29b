import { recordAttemptAsWrongInTable } from './attempts.ts';
import { restoreMissingKeys } from '../backup/backup.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { StorageProblem, runStorageOperation } from '../base/problem.ts';
import type { WrappedKeyRow } from '../database/records.ts';
import type { DeviceRow } from '../database/device-records.ts';
import { importTagKey, importVaultKeys, hmacTag, type RootKey, type VaultKeys } from '../vault/vault.ts';
import { type WrappedKey, unwrapKey, wrapKey } from '../vault/wrapped-key.ts';

export interface KeysWithWrappedCopy {
  readonly keys: VaultKeys;
  /**
   * Wrapped copy of the key. Null if no password was entered: the wrapped copy that the device already stores then stays
   * unchanged.
   */
  readonly copy: WrappedKeyCopy | null;
}

export type WrappedKeyCopy = Pick<WrappedKeyRow, 'id' | 'origin'> & WrappedKey;

type MailKeyRow = Extract<DeviceRow, { id: 'mail-key' }>;

const makeMailSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/**
 * Returns the device's mail key. It is created at first use, or restored after the loss of the database (S25). Two tabs that
 * create it at the same time get the same key.
 */
const ensureMailKey = (): Promise<MailKeyRow> =>
  runStorageOperation(async () => {
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

const computeEmailTag = ({ key }: MailKeyRow, email: string): Promise<string> =>
  hmacTag({ tag: key }, ['mail', email.trim().toLowerCase()]);

/** Returns the tag of an e-mail address on this device: equal for any spelling, and without personal data (D1). */
export const makeEmailTag = async (email: string): Promise<string> =>
  computeEmailTag(await ensureMailKey(), email);

/**
 * Returns a tag that never changes, for use as an owner id.
 * @throws StorageProblem if the device's mail key is provisional
 */
export async function makeLastingEmailTag(email: string): Promise<string> {
  const row = await ensureMailKey();
  if (row.provisional) throw new StorageProblem('closed');
  return computeEmailTag(row, email);
}

const wrappedKeyAadOf = (id: string): string => `deviceKeys:${id}`;

export const readWrappedKeyByEmailTag = (tag: string): Promise<WrappedKeyRow | null> =>
  runStorageOperation(async () => (await db.deviceKeys.get(tag)) ?? null);

/** Same as `readWrappedKeyByEmailTag`, but searches by the user's id on this device, for callers that have no e-mail address. */
export const readWrappedKeyOfUser = (userId: string): Promise<WrappedKeyRow | null> =>
  runStorageOperation(async () => (await db.deviceKeys.where('userId').equals(userId).first()) ?? null);

/** Imports the data keys from their root key and wraps the root key for the record `id`. Erases the root key afterwards. */
export async function importWrapAndEraseRootKey(
  root: RootKey,
  { id, origin }: Pick<WrappedKeyCopy, 'id' | 'origin'>,
  password: string,
): Promise<KeysWithWrappedCopy> {
  const keys = await importVaultKeys(root);
  const wrapped = await wrapKey(password, wrappedKeyAadOf(id), root);
  root.fill(0);
  return { keys, copy: { id, origin, ...wrapped } };
}

export const unwrapRootKey = (row: WrappedKeyRow, password: string): Promise<RootKey | null> =>
  unwrapKey(password, wrappedKeyAadOf(row.id), row);

export async function unlockVaultKeys(row: WrappedKeyRow, password: string): Promise<VaultKeys | null> {
  const root = await unwrapRootKey(row, password);
  if (!root) return null;
  const keys = await importVaultKeys(root);
  root.fill(0);
  return keys;
}

/** Marks the wrapped key as the only copy, because no server stores it any longer. */
export const markWrappedKeyAsOnlyCopy = (id: string): Promise<unknown> =>
  runStorageOperation(() => db.deviceKeys.update(id, { origin: 'device' }));

/** Deletes the wrapped key; the user's next sign-in requires the network. */
export const deleteWrappedKey = (id: string): Promise<void> =>
  runStorageOperation(() => db.deviceKeys.delete(id));

export const recordPasswordAttemptAsWrong = (id: string, now: number): Promise<number> =>
  recordAttemptAsWrongInTable(db.deviceKeys, id, now);
