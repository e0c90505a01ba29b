/**
 * Writes that concern only the device. Features may read storage directly but must write through this file; a lint rule
 * enforces this.
 */
export { lockNow, setLockMinutes } from '#storage/account/lock.ts';
export { saveCameraId } from '#storage/device/camera.ts';
/** Returns the device id; creates it at first use or restores it from its backup (S25). */
export { ensureDeviceId } from '#storage/device/device-identity.ts';
export { recordReaderConnected } from '#storage/device/port-reader.ts';
export { discardDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
