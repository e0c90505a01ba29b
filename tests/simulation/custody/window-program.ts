/**
 * Modules of an app window for sending and for the retention afterwards, as one program; each simulated window runs a new
 * instance.
 */
export { db } from '#storage/database/database.ts';
export { enterAccount, leaveAccount, readPresence } from '#storage/account/accounts.ts';
export {
  applyMissingStatement,
  applyStatement,
  readStatement,
  deliveredSinceStatement,
} from '#storage/custody/hear.ts';
export { believed } from '#storage/custody/statement.ts';
export { loadDraft, saveDraft, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { keysOf } from '#storage/keys/keyring.ts';
export { readFile } from '#storage/keys/pictures.ts';
export { enqueue } from '#storage/outbox/enqueue.ts';
export { readClaimed } from '#storage/outbox/outbox-content.ts';
export { outboxStore } from '#storage/outbox/outbox-store.ts';
export { StorageProblem } from '#storage/base/problem.ts';
export { decodeVaultKey, importVaultKeys, tagOf } from '#storage/vault/vault.ts';
export { confirmation, draftContent, signInOnDevice } from '#tests/support/device/device.ts';
