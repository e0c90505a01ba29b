import { PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';

/** How much the browser lets the app store on this device; in bytes; an estimate, blurred on purpose. */
export interface StorageSpace {
  readonly used: number;
  readonly quota: number;
}

/** Photo and signature at their largest, and what is written beside them; all of it lies here twice (S25). */
const REGISTRATION_BYTES = 2 * (PHOTO_MAX_BYTES + SIGNATURE_MAX_BYTES + 50_000);
/** A morning without network must still fit. */
const FEW = 50;
const NEARLY_FULL = 0.9;

/** How many registrations fit, at the least. */
export const registrationsThatFit = ({ used, quota }: StorageSpace): number =>
  Math.max(0, Math.floor((quota - used) / REGISTRATION_BYTES));

/** Bytes that may come before there is little room; negative where there is little already. */
export const untilScarce = ({ used, quota }: StorageSpace): number =>
  Math.min(quota * NEARLY_FULL, quota - FEW * REGISTRATION_BYTES) - used;

/** S20: time to say it, before it is full. */
export const isScarce = (space: StorageSpace): boolean =>
  registrationsThatFit(space) < FEW || space.used > space.quota * NEARLY_FULL;
