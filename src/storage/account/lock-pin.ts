import { PIN_TRIES } from '#domain/password/pin.ts';
import { storing } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { DeviceRow, LockPinId } from '../database/device-records.ts';

export type LockPinRow = Extract<DeviceRow, { id: LockPinId }>;

/** The row's id, and the place that it is sealed for: one of somebody else does not open here. */
export const pinIdOf = (userId: string): LockPinId => `lock-pin:${userId}`;

/** Null for what is no PIN of this version: then only the password opens. */
export function toPin(row: DeviceRow | undefined): LockPinRow | null {
  if (row === undefined || !('wrong' in row) || row.version !== 1) return null;
  return row.sealed instanceof ArrayBuffer && row.salt instanceof Uint8Array ? row : null;
}

/** A count that cannot be leaves none. */
export const triesLeft = ({ wrong }: LockPinRow): number =>
  Number.isInteger(wrong) && wrong >= 0 ? Math.max(0, PIN_TRIES - wrong) : 0;

/** How many tries the user's PIN has left; null where none is set. One function deep: live queries follow it. */
export async function readPinTries(userId: string): Promise<number | null> {
  const pin = toPin(await db.device.get(pinIdOf(userId)));
  return pin && triesLeft(pin);
}

/** Inside a transaction over device: a password was given, and the PIN has all its tries again. */
export async function renewPinTries(userId: string): Promise<void> {
  const pin = toPin(await db.device.get(pinIdOf(userId)));
  if (pin && pin.wrong !== 0) await db.device.put({ ...pin, wrong: 0 });
}

export const forgetPin = (userId: string): Promise<void> => storing(() => db.device.delete(pinIdOf(userId)));
