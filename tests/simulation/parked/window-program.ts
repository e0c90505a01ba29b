/** Storage modules of a window, bundled as one program. Each simulated window runs a new instance. */
export { db } from '#storage/database/database.ts';
export { signInAccount, signOutAccount } from '#storage/account/accounts.ts';
export { discardDraft, loadDraft, saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { discardParkedDraft, exchangeDraft, listParkedDrafts } from '#storage/drafts/parked-drafts.ts';
export { requireKeysOf } from '#storage/keys/keyring.ts';
export { readCapturedPicture } from '#storage/keys/pictures.ts';
export { listEntries } from '#storage/outbox/entries.ts';
export { enqueueRegistration } from '#storage/outbox/enqueue.ts';
export { StorageProblem } from '#storage/base/problem.ts';
export { confirmation, draftContent, signInOnDevice } from '#tests/support/device/device.ts';
