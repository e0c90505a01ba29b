/** Separate from `on-device.ts`, because only the screens of a correction load it. */
export { openCorrection } from '#storage/outbox/open-correction.ts';
