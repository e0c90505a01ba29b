/**
 * Data that screens write only on the device. Features read storage directly but write through this file; the linter enforces
 * it.
 */
export { lockNow, setLockMinutes } from '#storage/account/lock.ts';
export { saveCamera } from '#storage/device/camera.ts';
/** Creates the id if there is none yet, or restores it (S25). */
export { ensureDeviceId } from '#storage/device/device-identity.ts';
export { recordReaderConnected } from '#storage/device/port-reader.ts';
export { discardDraft, saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { discardParkedDraft, exchangeDraft } from '#storage/drafts/parked-drafts.ts';
