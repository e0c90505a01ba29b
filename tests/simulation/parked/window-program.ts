/** Storage modules of an app window as one program; each simulated window runs a new instance. */
export { db } from '#storage/database/database.ts';
export { enterAccount, leaveAccount } from '#storage/account/accounts.ts';
export { discardDraft, loadDraft, saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { discardParked, exchangeDraft, listParked } from '#storage/drafts/parked-drafts.ts';
export { keysOf } from '#storage/keys/keyring.ts';
export { readCaptured } from '#storage/keys/pictures.ts';
export { listEntries } from '#storage/outbox/entries.ts';
export { enqueue } from '#storage/outbox/enqueue.ts';
export { StorageProblem } from '#storage/base/problem.ts';
export { confirmation, draftContent, signInOnDevice } from '#tests/support/device/device.ts';
