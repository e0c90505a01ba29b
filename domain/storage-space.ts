import { PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';

/**
 * Bytes that the app uses on this device, and the browser's quota for the app. Both are estimates, which browsers blur on
 * purpose.
 */
export interface StorageSpace {
  readonly used: number;
  readonly quota: number;
}

/**
 * Maximum size of a registration in bytes: photo, signature and the data stored with them. Everything is stored twice (S25).
 */
const MAX_STORED_REGISTRATION_BYTES = 2 * (PHOTO_MAX_BYTES + SIGNATURE_MAX_BYTES + 50_000);
/**
 * Storage is scarce when fewer than this number of registrations still fit. The number is enough for a morning without network.
 */
const SCARCE_SPACE_REGISTRATIONS = 50;
const NEARLY_FULL_SHARE = 0.9;

export const registrationsThatFit = ({ used, quota }: StorageSpace): number =>
  Math.max(0, Math.floor((quota - used) / MAX_STORED_REGISTRATION_BYTES));

/** Returns the bytes that can be stored before storage is scarce; negative when it is scarce already. */
export const bytesUntilScarce = ({ used, quota }: StorageSpace): number =>
  Math.min(quota * NEARLY_FULL_SHARE, quota - SCARCE_SPACE_REGISTRATIONS * MAX_STORED_REGISTRATION_BYTES) -
  used;

/** Returns true when storage is scarce. The app then warns the user before storage is full (S20). */
export const isSpaceScarce = (space: StorageSpace): boolean =>
  registrationsThatFit(space) < SCARCE_SPACE_REGISTRATIONS || space.used > space.quota * NEARLY_FULL_SHARE;
