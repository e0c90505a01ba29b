/** What screens write on the device alone. Features read storage; they write through here, and the linter holds it. */
export { lockNow, setLockMinutes } from '#storage/account/lock.ts';
export { saveCamera } from '#storage/device/camera.ts';
/** Makes the id where there is none yet, or brings it back (S25). */
export { ensureDeviceId } from '#storage/device/device-identity.ts';
export { noteReaderConnected } from '#storage/device/port-reader.ts';
export { discardDraft, saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { discardParked, exchangeDraft } from '#storage/drafts/parked-drafts.ts';
