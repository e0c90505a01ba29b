import { recordAttemptIn } from './attempts.ts';
import { bringBack } from '../backup/backup.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { StorageProblem, storing } from '../base/problem.ts';
import type { DeviceKeyRow } from '../database/records.ts';
import type { DeviceRow } from '../database/device-records.ts';
import { importTagKey, importVaultKeys, tagOf, type RootKey, type VaultKeys } from '../vault/vault.ts';
import { type WrappedKey, unwrapKey, wrapKey } from '../vault/wrapped-key.ts';

/** A data key that a password has just opened or brought, and what of it the device keeps wrapped. */
export interface HeldKey {
  readonly keys: VaultKeys;
  /** Null when no password was typed: what lies wrapped here stays as it is. */
  readonly copy: KeyCopy | null;
}

export type KeyCopy = Pick<DeviceKeyRow, 'id' | 'origin'> & WrappedKey;

type MailKeyRow = Extract<DeviceRow, { id: 'mail-key' }>;

const makeMailSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/** The device's own key, made at its first use or that of a lost database (S25). Two tabs that are first at once agree. */
const ensureMailKey = (): Promise<MailKeyRow> =>
  storing(async () => {
    const known = await readDeviceRow('mail-key');
    if (known && !known.provisional) return known;
    const isUnknown = (await bringBack('mail-key')) === 'unknown';
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
  tagOf({ tag: key }, ['mail', email.trim().toLowerCase()]);

/** Stands for an e-mail on this device, however it is written, and names nobody (D1). The first one makes the key for it. */
export const makeEmailTag = async (email: string): Promise<string> => tagWith(await ensureMailKey(), email);

/** As an owner id, so it must not change. @throws StorageProblem where it might be another tomorrow */
export async function makeLastingEmailTag(email: string): Promise<string> {
  const row = await ensureMailKey();
  if (row.provisional) throw new StorageProblem('closed');
  return tagWith(row, email);
}

const aadOf = (id: string): string => `deviceKeys:${id}`;

/** What the user of this e-mail left here at the last sign-in by password; null when there was none. `tag`: of the e-mail. */
export const readDeviceKey = (tag: string): Promise<DeviceKeyRow | null> =>
  storing(async () => (await db.deviceKeys.get(tag)) ?? null);

/** The same where the provider names a user and nobody typed an e-mail. */
export const readDeviceKeyOfUser = (userId: string): Promise<DeviceKeyRow | null> =>
  storing(async () => (await db.deviceKeys.where('userId').equals(userId).first()) ?? null);

/** Keys from their root, wrapped under the record's id, which may be one that exists. The root is gone afterwards. */
export async function holdKey(
  root: RootKey,
  { id, origin }: Pick<KeyCopy, 'id' | 'origin'>,
  password: string,
): Promise<HeldKey> {
  const keys = await importVaultKeys(root);
  const wrapped = await wrapKey(password, aadOf(id), root);
  root.fill(0);
  return { keys, copy: { id, origin, ...wrapped } };
}

export const openDeviceKey = (row: DeviceKeyRow, password: string): Promise<RootKey | null> =>
  unwrapKey(password, aadOf(row.id), row);

/** The keys alone, of a password that opens the copy as it is. */
export async function unlockDeviceKey(row: DeviceKeyRow, password: string): Promise<VaultKeys | null> {
  const root = await openDeviceKey(row, password);
  if (!root) return null;
  const keys = await importVaultKeys(root);
  root.fill(0);
  return keys;
}

/** No provider keeps this key any more: from here on the copy is the only one. */
export const standAlone = (id: string): Promise<unknown> =>
  storing(() => db.deviceKeys.update(id, { origin: 'device' }));

/** The device forgets the copy: this user needs the network for the next sign-in. */
export const forgetDeviceKey = (id: string): Promise<void> => storing(() => db.deviceKeys.delete(id));

export const recordAttempt = (id: string, now: number): Promise<number> =>
  recordAttemptIn(db.deviceKeys, id, now);
