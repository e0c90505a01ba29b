/** Separate from `on-device.ts`, so that only the correction screens load this code. */
export { openCorrection } from '#storage/outbox/registrations/open-correction.ts';
