import { PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';

/**
 * Storage that the app uses on this device, and the browser's quota for the app, in bytes. Browsers make the estimate
 * inaccurate on purpose.
 */
export interface StorageSpace {
  readonly used: number;
  readonly quota: number;
}

/**
 * Size of a registration in bytes: photo and signature at their maximum, plus the data stored with them. Everything is stored
 * twice (S25).
 */
const REGISTRATION_BYTES = 2 * (PHOTO_MAX_BYTES + SIGNATURE_MAX_BYTES + 50_000);
/** Number of registrations that must still fit, enough for a morning without network; with less space, storage is scarce. */
const FEW = 50;
const NEARLY_FULL = 0.9;

/** Returns how many registrations still fit if each has the maximum size. */
export const registrationsThatFit = ({ used, quota }: StorageSpace): number =>
  Math.max(0, Math.floor((quota - used) / REGISTRATION_BYTES));

/** Returns the bytes that can be stored before space is scarce; negative when it is scarce already. */
export const bytesUntilScarce = ({ used, quota }: StorageSpace): number =>
  Math.min(quota * NEARLY_FULL, quota - FEW * REGISTRATION_BYTES) - used;

/** Returns true when space is scarce, so that the user is warned before storage is full (S20). */
export const isSpaceScarce = (space: StorageSpace): boolean =>
  registrationsThatFit(space) < FEW || space.used > space.quota * NEARLY_FULL;
