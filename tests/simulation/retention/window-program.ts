/**
 * Modules with which an app window sends and retains entries, built as one program. Each simulated window runs a separate
 * instance.
 */
export { db } from '#storage/database/database.ts';
export { signInAccount, signOutAccount, readSignedInState } from '#storage/account/accounts.ts';
export {
  applyMissingBackupStatement,
  applyBackupStatement,
  readBackupStatement,
  listDeliveredSinceStatement,
} from '#storage/retention/apply-statement.ts';
export { verifyBackupStatement } from '#storage/retention/statement.ts';
export { loadDraft, saveDraftContent, saveDraftPicture } from '#storage/drafts/drafts.ts';
export { requireKeysOf } from '#storage/keys/keyring.ts';
export { readEncryptedFile } from '#storage/keys/pictures.ts';
export { enqueueConfirmation } from '#storage/outbox/registrations/enqueue.ts';
export { readClaimedContent } from '#storage/outbox/sending/outbox-content.ts';
export { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
export { StorageProblem } from '#storage/base/problem.ts';
export { decodeVaultKey, importVaultKeys, hmacTag } from '#storage/vault/vault.ts';
export { confirmation, draftContent, signInOnDevice } from '#tests/support/device/device.ts';
