// @module-tag landing
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry } from '#tests/support/device/device.ts';
import { sessionOf, stubServer } from '#tests/support/device/servers/session-server.ts';
import {
  simulateNewDevice,
  startBackupOnEmptyDevice,
  countBackupsBelow,
  createSampleWrappedKeyRow,
  ENTRY_DOCUMENT_NUMBER,
  wipeDeviceAfterBackups,
  wipeAfterBackupsAndSignIn,
  ANA_EMAIL,
  signedInUserIdOf,
  respondWithKey,
  respondWithoutKey,
} from '#tests/support/device/servers/backups.ts';
import { signOut } from '#sync/session/session.ts';
import { signIn } from '#sync/session/sign-in.ts';
import { db } from '../database/database.ts';
import { ensureDeviceId } from '../device/device-identity.ts';
import { makeEmailTag } from '../keys/device-keys.ts';
import { discardOutboxEntry } from '../outbox/entry-actions.ts';
import { readQueuedRegistration, readSyncSummary } from '../outbox/entries.ts';
import { setBackupWriteListener } from '../database/entry-observer.ts';
import { areBackupsRestored, restoreAndRefreshBackups, restoreRowsAndStartBackups } from './restore.ts';
import { startContinuousBackup, waitForBackups } from './follow.ts';

/** S25: outbox backups that are unavailable, damaged or missing, and later attempts to make or restore them. */

beforeEach(simulateNewDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('S25 unavailable browser cache, which contains the outbox backups', () => {
  const rejectOpen = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));

  it.each(['open', 'match'] as const)(
    'the user can sign in when %s of the browser cache rejects',
    async (refused) => {
      stubServer(respondWithKey);
      if (refused === 'open') vi.spyOn(CacheStorage.prototype, 'open').mockImplementation(rejectOpen);
      else vi.spyOn(Cache.prototype, 'match').mockImplementation(rejectOpen);
      expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ANA_ID);
    },
  );

  it('the user can sign in when the browser cache never responds', { tags: ['landing'] }, async () => {
    stubServer(respondWithKey);
    const cache = await caches.open('ventanilla-shadow');
    let resolveCache = (_cache: Cache): void => undefined;
    vi.spyOn(CacheStorage.prototype, 'open').mockReturnValue(
      new Promise((resolve) => (resolveCache = resolve)),
    );
    expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ANA_ID);
    resolveCache(cache); // Completes the pending `open` call, because otherwise the following tests make no backups.
  });

  it('a sign-in creates no new owner id while a backup may exist, and succeeds if the server returns the user id', async () => {
    const { user_id: _id, email: _email, ...bare } = sessionOf(ANA_ID);
    stubServer(respondWithoutKey(bare));
    const ownerId = signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'));
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER, { ownerId });
    await wipeDeviceAfterBackups();
    const refused = vi.spyOn(Cache.prototype, 'match').mockImplementation(rejectOpen);
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({
      type: 'storage',
      problem: { kind: 'closed' },
    });
    stubServer(respondWithKey);
    expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ANA_ID);
    refused.mockRestore();
    stubServer(respondWithoutKey(bare));
    await restoreAndRefreshBackups();
    expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ownerId);
    expect((await readSyncSummary(ownerId)).unsent).toBe(1);
  });

  it('D2 a sign-in creates no new key while a backup of the old key may exist', async () => {
    stubServer(respondWithoutKey());
    await signIn(ANA_EMAIL, 'Clave-2026');
    const id = await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await signOut();
    await wipeDeviceAfterBackups();
    const tag = await makeEmailTag(ANA_EMAIL);
    const refused = vi.spyOn(Cache.prototype, 'match').mockImplementation(rejectOpen);
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({
      type: 'storage',
      problem: { kind: 'closed' },
    });
    refused.mockRestore();
    await restoreAndRefreshBackups();
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect((await readQueuedRegistration(ANA_ID, id))?.summary.patientName).toBe('Zoraida Quiñones');
    expect(await makeEmailTag(ANA_EMAIL)).toBe(tag);
  });
});

describe('D2 backup of a key that only this device has', () => {
  beforeEach(startBackupOnEmptyDevice);

  it('the app makes a missing backup of the key when it starts', async () => {
    setBackupWriteListener(() => undefined);
    await db.deviceKeys.put(createSampleWrappedKeyRow('device'));
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await restoreAndRefreshBackups();
    await expect.poll(() => countBackupsBelow('/shadow/')).toBe(1);
    startContinuousBackup();
    await wipeAfterBackupsAndSignIn();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(await db.deviceKeys.count()).toBe(1);
  });

  it('the app replaces a damaged backup of the key when it starts', async () => {
    vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-keys', new Response('torn'));
    await db.deviceKeys.put(createSampleWrappedKeyRow('device'));
    await wipeAfterBackupsAndSignIn();
    await restoreAndRefreshBackups();
    expect(await db.deviceKeys.count()).toBe(1);
  });
});

describe('S25 incomplete restore', () => {
  beforeEach(startBackupOnEmptyDevice);

  it('S24 the app detects the loss of the database even if the device’s id is requested before the restore', async () => {
    await restoreRowsAndStartBackups();
    expect(await areBackupsRestored()).toBe(true);
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await wipeDeviceAfterBackups();
    await ensureDeviceId();
    expect(await areBackupsRestored()).toBe(false);
    await restoreRowsAndStartBackups();
    expect([await db.entries.count(), await areBackupsRestored()]).toEqual([1, true]);
  });

  it('S20 the next restore restores the entries that an earlier restore could not store for lack of space', async () => {
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await wipeDeviceAfterBackups();
    const full = vi.spyOn(db.entries, 'add').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const { setTimeout: later } = globalThis;
    const pause = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void) => later(work));
    await restoreRowsAndStartBackups();
    expect(await areBackupsRestored()).toBe(false);
    pause.mockRestore();
    full.mockRestore();
    await restoreRowsAndStartBackups();
    expect([await db.entries.count(), await areBackupsRestored()]).toEqual([1, true]);
  });

  it('the restore restores no entry if the backups of the receipts cannot be read', async () => {
    await ensureDeviceId();
    const id = await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await waitForBackups();
    const left = vi.spyOn(Cache.prototype, 'delete').mockResolvedValue(false);
    await discardOutboxEntry(ANA_ID, id, Date.now());
    await wipeDeviceAfterBackups();
    left.mockRestore();
    vi.spyOn(Cache.prototype, 'keys').mockRejectedValueOnce(new Error('busy'));
    await expect(restoreAndRefreshBackups()).rejects.toThrow('busy');
    expect(await restoreAndRefreshBackups()).toBe(0);
  });
});
