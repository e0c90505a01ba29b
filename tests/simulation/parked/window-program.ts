/** Storage modules of a window, bundled as one program. Each simulated window runs a new instance. */
export { db } from '#storage/database/database.ts';
export { signInAccount, signOutAccount } from '#storage/account/accounts.ts';
export { discardDraft, loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { discardParkedDraft, exchangeDraft, listParkedDrafts } from '#storage/drafts/parked-drafts.ts';
export { requireKeysOf } from '#storage/keys/keyring.ts';
export { readFileAndMarkVerified } from '#storage/keys/pictures.ts';
export { listEntries } from '#storage/outbox/entries.ts';
export { enqueueConfirmation } from '#storage/outbox/registrations/enqueue.ts';
export { StorageProblem } from '#storage/base/problem.ts';
export { confirmation, draftContent, signInOnDevice } from '#tests/support/device/device.ts';
