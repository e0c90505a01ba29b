import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA, confirmedEntry } from '#tests/support/device/device.ts';
import { sessionOf, stubProvider } from '#tests/support/device/session-provider.ts';
import {
  beginOnNewDevice,
  beginWithoutCopies,
  countCopies,
  deviceKey,
  ENTRY,
  lose,
  loseDatabase,
  MAIL,
  ownerOf,
  withKey,
  without,
} from '#tests/support/device/backups.ts';
import { signOut } from '#sync/session/session.ts';
import { signIn } from '#sync/session/sign-in.ts';
import { db } from '../database/database.ts';
import { ensureDeviceId } from '../device/device-identity.ts';
import { makeEmailTag } from '../keys/device-keys.ts';
import { removeEntry } from '../outbox/entry-actions.ts';
import { readEntry, syncSummary } from '../outbox/entries.ts';
import { onWritten } from '../database/entry-watch.ts';
import { isRestored, restoreFromBackup, startBackups } from './restore.ts';
import { keepBackups, backupsWritten } from './follow.ts';

/** S25: copies that cannot be asked for, that are torn or missing, and what is tried again. */

beforeEach(beginOnNewDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('S25 a browser’s cache that cannot be asked', () => {
  const refusal = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));

  it.each(['open', 'match'] as const)('keeps nobody out: %s refuses', async (refused) => {
    stubProvider(withKey);
    if (refused === 'open') vi.spyOn(CacheStorage.prototype, 'open').mockImplementation(refusal);
    else vi.spyOn(Cache.prototype, 'match').mockImplementation(refusal);
    expect(ownerOf(await signIn(MAIL, 'Clave-2026'))).toBe(ANA);
  });

  it('keeps nobody out: it never answers', { timeout: 30_000, tags: ['landing'] }, async () => {
    stubProvider(withKey);
    const cache = await caches.open('ventanilla-shadow');
    let answer = (_cache: Cache): void => undefined;
    vi.spyOn(CacheStorage.prototype, 'open').mockReturnValue(new Promise((resolve) => (answer = resolve)));
    expect(ownerOf(await signIn(MAIL, 'Clave-2026'))).toBe(ANA);
    answer(cache); // Or nothing would be copied in the tests that follow.
  });

  it('makes nobody else the owner of what may come back, and keeps those in whom the provider names', async () => {
    const { user_id: _id, email: _email, ...bare } = sessionOf(ANA);
    stubProvider(without(bare));
    const ownerId = ownerOf(await signIn(MAIL, 'Clave-2026'));
    await confirmedEntry(ENTRY, { ownerId });
    await lose();
    const refused = vi.spyOn(Cache.prototype, 'match').mockImplementation(refusal);
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'storage', problem: { kind: 'closed' } });
    stubProvider(withKey);
    expect(ownerOf(await signIn(MAIL, 'Clave-2026'))).toBe(ANA);
    refused.mockRestore();
    stubProvider(without(bare));
    await restoreFromBackup();
    expect(ownerOf(await signIn(MAIL, 'Clave-2026'))).toBe(ownerId);
    expect((await syncSummary(ownerId)).unsent).toBe(1);
  });

  it('D2 makes no new key over what may come back', async () => {
    stubProvider(without());
    await signIn(MAIL, 'Clave-2026');
    const id = await confirmedEntry(ENTRY);
    await signOut();
    await lose();
    const tag = await makeEmailTag(MAIL);
    const refused = vi.spyOn(Cache.prototype, 'match').mockImplementation(refusal);
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'storage', problem: { kind: 'closed' } });
    refused.mockRestore();
    await restoreFromBackup();
    await signIn(MAIL, 'Clave-2026');
    expect((await readEntry(ANA, id))?.summary.patientName).toBe('Zoraida Quiñones');
    expect(await makeEmailTag(MAIL)).toBe(tag);
  });
});

describe('D2 the copy of a key that only this device has', () => {
  beforeEach(beginWithoutCopies);

  it('is made at the start where there was none', async () => {
    onWritten(() => undefined);
    await db.deviceKeys.put(deviceKey('device'));
    await confirmedEntry(ENTRY);
    await restoreFromBackup();
    await expect.poll(() => countCopies('/shadow/')).toBe(1);
    keepBackups();
    await loseDatabase();
    expect(await restoreFromBackup()).toBe(1);
    expect(await db.deviceKeys.count()).toBe(1);
  });

  it('is made anew where it was torn', async () => {
    vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    const cache = await caches.open('ventanilla-shadow');
    await cache.put('/shadow-keys', new Response('torn'));
    await db.deviceKeys.put(deviceKey('device'));
    await loseDatabase();
    await restoreFromBackup();
    expect(await db.deviceKeys.count()).toBe(1);
  });
});

describe('S25 all is here, or it is tried again', () => {
  beforeEach(beginWithoutCopies);

  it('S24 whoever asks for the device’s id first hides no loss', async () => {
    await startBackups();
    expect(await isRestored()).toBe(true);
    await confirmedEntry(ENTRY);
    await lose();
    await ensureDeviceId();
    expect(await isRestored()).toBe(false);
    await startBackups();
    expect([await db.entries.count(), await isRestored()]).toEqual([1, true]);
  });

  it('S20 what found no room comes with the next try', async () => {
    await confirmedEntry(ENTRY);
    await lose();
    const full = vi.spyOn(db.entries, 'add').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const { setTimeout: later } = globalThis;
    const pause = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void) => later(work));
    await startBackups();
    expect(await isRestored()).toBe(false);
    pause.mockRestore();
    full.mockRestore();
    await startBackups();
    expect([await db.entries.count(), await isRestored()]).toEqual([1, true]);
  });

  it('nothing comes back while its receipt cannot be read', async () => {
    await ensureDeviceId();
    const id = await confirmedEntry(ENTRY);
    await backupsWritten();
    const left = vi.spyOn(Cache.prototype, 'delete').mockResolvedValue(false);
    await removeEntry(ANA, id, Date.now());
    await lose();
    left.mockRestore();
    vi.spyOn(Cache.prototype, 'keys').mockRejectedValueOnce(new Error('busy'));
    await expect(restoreFromBackup()).rejects.toThrow('busy');
    expect(await restoreFromBackup()).toBe(0);
  });
});
