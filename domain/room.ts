import { PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';

/** What the browser says of the room that it gives the app on this device; an estimate, blurred on purpose. Bytes. */
export interface Room {
  readonly used: number;
  readonly quota: number;
}

/** Photo and signature at their largest, and what is written beside them; all of it lies here twice (S25). */
const REGISTRATION_BYTES = 2 * (PHOTO_MAX_BYTES + SIGNATURE_MAX_BYTES + 50_000);
/** A morning without network must still fit. */
const FEW = 50;
const NEARLY_FULL = 0.9;

/** How many registrations fit, at the least. */
export const roomFor = ({ used, quota }: Room): number =>
  Math.max(0, Math.floor((quota - used) / REGISTRATION_BYTES));

/** S20: time to say it, before it is full. */
export const isScarce = (room: Room): boolean => roomFor(room) < FEW || room.used > room.quota * NEARLY_FULL;
