import type { WrappedKeyRow } from '#storage/database/records.ts';
import { startContinuousBackup, waitForBackups } from '#storage/backup/follow.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '../device.ts';
import { emailOfUserId, createErrorResponse, sessionOf, type RequestResponder } from './session-server.ts';

const BACKUP_CACHE_NAME = 'ventanilla-shadow';

/** Signs Ana in on an empty device that backs up every write of an entry (S25). */
export async function startBackupOnEmptyDevice(): Promise<void> {
  startContinuousBackup();
  await wipeDevice();
  await waitForBackups();
  await caches.delete(BACKUP_CACHE_NAME);
  await signInOnDevice(ANA_ID);
}

export const ANA_EMAIL = emailOfUserId(ANA_ID);
export const ENTRY_DOCUMENT_NUMBER = '9999000017';

/**
 * Makes the device look new: it knows no user and has no entries. The outbox backup is active, and drain requests have no
 * effect.
 */
export async function simulateNewDevice(): Promise<void> {
  await startBackupOnEmptyDevice();
  await wipeDevice();
  setDrainRequester(() => undefined);
}

/** Deletes the database, as a browser does when it considers the database damaged. The next sign-in restores the key. */
export async function wipeAfterBackupsAndSignIn(): Promise<void> {
  await waitForBackups();
  await wipeDevice();
  await signInOnDevice(ANA_ID);
}

export async function countBackupsBelow(path: string): Promise<number> {
  const all = await (await caches.open(BACKUP_CACHE_NAME)).keys();
  return all.filter(({ url }) => new URL(url).pathname.startsWith(path)).length;
}

/** Returns Ana's key row as a sign-in stores it; its key decrypts nothing. */
export const createSampleWrappedKeyRow = (origin: WrappedKeyRow['origin']): WrappedKeyRow => ({
  id: 'mail-tag',
  userId: ANA_ID,
  origin,
  version: 1,
  salt: new Uint8Array([7, 8, 9]),
  sealed: new Uint8Array([1, 2]).buffer,
  branchId: null,
  sealedFacts: new Uint8Array([3]).buffer,
  wrong: 1,
  blockedUntil: 0,
});

export const respondWithKey: RequestResponder = (path) =>
  path.endsWith('/me/vault-key')
    ? Response.json({ key: '1'.repeat(42) + 'A' })
    : path.endsWith('/auth/logout')
      ? new Response(null, { status: 204 })
      : Response.json(sessionOf(ANA_ID));

export const respondWithoutKey =
  (session: unknown = sessionOf(ANA_ID)): RequestResponder =>
  (path, request) =>
    path.endsWith('/me/vault-key')
      ? createErrorResponse(404, 'not_found')
      : path.endsWith('/auth/logout')
        ? respondWithKey(path, request)
        : Response.json(session);

export async function wipeDeviceAfterBackups(): Promise<void> {
  await waitForBackups();
  await wipeDevice();
}

export function signedInUserIdOf(result: SignInResult): string {
  if (result.type !== 'signed_in') throw new Error(result.type);
  return result.account.userId;
}
