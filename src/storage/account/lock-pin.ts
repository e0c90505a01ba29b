import { MAX_WRONG_PINS } from '#domain/password/pin.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { DeviceRow, LockPinId } from '../database/device-records.ts';

export type LockPinRow = Extract<DeviceRow, { id: LockPinId }>;

/**
 * Returns the id of the PIN's row. The id is also the AAD of the encrypted record, so that a record copied from another user's
 * row cannot be decrypted.
 */
export const pinRowIdOf = (userId: string): LockPinId => `lock-pin:${userId}`;

/** Returns the row if it is a PIN in this version's format; otherwise null, and only the password unlocks the screen. */
export function parsePinRow(row: DeviceRow | undefined): LockPinRow | null {
  if (row === undefined || !('wrong' in row) || row.version !== 1) return null;
  return row.sealed instanceof ArrayBuffer && row.salt instanceof Uint8Array ? row : null;
}

export const pinAttemptsLeft = ({ wrong }: LockPinRow): number =>
  Number.isInteger(wrong) && wrong >= 0 ? Math.max(0, MAX_WRONG_PINS - wrong) : 0;

/**
 * Returns the remaining tries of the user's PIN; null if no PIN is set. Awaits only the database, so that live queries observe
 * it.
 */
export async function readPinAttemptsLeft(userId: string): Promise<number | null> {
  const pin = parsePinRow(await db.device.get(pinRowIdOf(userId)));
  return pin && pinAttemptsLeft(pin);
}

/** Returns true if the user has set a PIN, even one that this version of the app cannot read. */
export const isPinSet = async (userId: string): Promise<boolean> =>
  (await db.device.get(pinRowIdOf(userId))) !== undefined;

/** Restores all tries of the PIN after the password was entered. Must run inside a transaction over device. */
export async function resetPinAttempts(userId: string): Promise<void> {
  const pin = parsePinRow(await db.device.get(pinRowIdOf(userId)));
  if (pin && pin.wrong !== 0) await db.device.put({ ...pin, wrong: 0 });
}

export const deletePin = (userId: string): Promise<void> =>
  runStorageOperation(() => db.device.delete(pinRowIdOf(userId)));
