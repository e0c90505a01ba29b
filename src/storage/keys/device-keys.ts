import { countAttemptIn } from './attempts.ts';
import { db } from '../database/database.ts';
import { StorageProblem, storing } from '../base/problem.ts';
import type { DeviceKeyRow, DeviceRow } from '../database/records.ts';
import { makeMailSecret, readMailSecret } from '../copies/backup-mail-key.ts';
import { importVaultKeys, tagOf, type RootKey, type VaultKeys } from '../vault/vault.ts';
import { type WrappedKey, unwrapKey, wrapKey } from '../vault/wrapped-key.ts';

/** A data key that a password has just opened or brought, and what of it the device keeps wrapped. */
export interface HeldKey {
  readonly keys: VaultKeys;
  /** Null when no password was typed: what lies wrapped here stays as it is. */
  readonly copy: KeyCopy | null;
}

export type KeyCopy = Pick<DeviceKeyRow, 'id' | 'origin'> & WrappedKey;

type MailKeyRow = Extract<DeviceRow, { id: 'mail-key' }>;

async function storedMailKey(): Promise<MailKeyRow | null> {
  const row = await db.device.get('mail-key');
  return row?.id === 'mail-key' ? row : null;
}

async function mailKeyOf(secret: Uint8Array<ArrayBuffer>, provisional: boolean): Promise<MailKeyRow> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return { id: 'mail-key', key, secret: secret.buffer, provisional };
}

/** The device's own key, made at its first use or that of a lost database (S25). Two tabs that are first at once agree. */
async function mailKey(): Promise<MailKeyRow> {
  const known = await storedMailKey();
  if (known && !known.provisional) return known;
  const copied = await readMailSecret();
  const isUnknown = copied === 'unknown';
  if (known && isUnknown) return known;
  const own = known?.secret ? new Uint8Array(known.secret) : makeMailSecret();
  const made = await mailKeyOf(copied === null || isUnknown ? own : copied, isUnknown);
  return storing(() =>
    db.transaction('rw', db.device, async () => {
      const other = await storedMailKey();
      if (other && (isUnknown || !other.provisional)) return other;
      await db.device.put(made);
      return made;
    }),
  );
}

const tagWith = ({ key }: MailKeyRow, email: string): Promise<string> =>
  tagOf({ tag: key }, ['mail', email.trim().toLowerCase()]);

/** Stands for an e-mail on this device, however it is written, and names nobody (D1). */
export const emailTag = async (email: string): Promise<string> => tagWith(await mailKey(), email);

/** The same as the owner of rows, which it stays. @throws StorageProblem where it might be another tomorrow */
export async function lastingMailTag(email: string): Promise<string> {
  const row = await mailKey();
  if (row.provisional) throw new StorageProblem('closed');
  return tagWith(row, email);
}

const placeOf = (id: string): string => `deviceKeys:${id}`;

/** What the user of this e-mail left here at the last sign-in by password; null when there was none. */
export const readDeviceKey = (email: string): Promise<DeviceKeyRow | null> =>
  storing(async () => (await db.deviceKeys.get(await emailTag(email))) ?? null);

/** The same where the provider names a user and nobody typed an e-mail. */
export const readDeviceKeyOf = (userId: string): Promise<DeviceKeyRow | null> =>
  storing(async () => (await db.deviceKeys.where('userId').equals(userId).first()) ?? null);

/** Keys from their root, wrapped under the record's id, which may be one that exists. The root is gone afterwards. */
export async function holdKey(
  root: RootKey,
  { id, origin }: Pick<KeyCopy, 'id' | 'origin'>,
  password: string,
): Promise<HeldKey> {
  const keys = await importVaultKeys(root);
  const wrapped = await wrapKey(password, placeOf(id), root);
  root.fill(0);
  return { keys, copy: { id, origin, ...wrapped } };
}

export const openDeviceKey = (row: DeviceKeyRow, password: string): Promise<RootKey | null> =>
  unwrapKey(password, placeOf(row.id), row);

/** The keys alone, of a password that opens the copy as it is. */
export async function unlockDeviceKey(row: DeviceKeyRow, password: string): Promise<VaultKeys | null> {
  const root = await openDeviceKey(row, password);
  if (!root) return null;
  const keys = await importVaultKeys(root);
  root.fill(0);
  return keys;
}

/** The device forgets the copy: this user needs the network for the next sign-in. */
export const forgetDeviceKey = (id: string): Promise<void> => storing(() => db.deviceKeys.delete(id));

export const countAttempt = (id: string, now: number): Promise<number> =>
  countAttemptIn(db.deviceKeys, id, now);
