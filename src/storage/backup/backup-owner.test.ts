import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry, wipeDevice } from '#tests/support/device/device.ts';
import {
  createErrorResponse,
  sessionOf,
  stubServer,
  failAsUnreachable,
  type RequestResponder,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import {
  simulateNewDevice,
  ENTRY_DOCUMENT_NUMBER,
  wipeDeviceAfterBackups,
  ANA_EMAIL,
  signedInUserIdOf,
  respondWithKey,
  respondWithoutKey,
} from '#tests/support/device/servers/backups.ts';
import { signOut } from '#sync/session/session.ts';
import { resumeSession, signIn, type SignInResult } from '#sync/session/sign-in.ts';
import { db } from '../database/database.ts';
import { ensureDeviceId } from '../device/device-identity.ts';
import { makeEmailTag } from '../keys/device-keys.ts';
import { readQueuedRegistration, readSyncSummary } from '../outbox/entries.ts';
import { lockNow } from '../account/lock.ts';
import { recordIdempotencySupport, readIdempotencySupport } from '../database/server-traits.ts';
import { restoreAndRefreshBackups } from './restore.ts';
import { waitForBackups } from './follow.ts';

/** S25: owner of the restored entries after the loss of the database, and the owner's access to them. */

beforeEach(simulateNewDevice);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('S25 sign-in after the loss of the database', () => {
  it('a sign-in finds the owner of the restored entries by e-mail address when the server returns no user id', async () => {
    const { user_id: _id, email: _email, ...bare } = sessionOf(ANA_ID);
    stubServer(respondWithoutKey(bare));
    const ownerId = signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'));
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER, { ownerId });
    await wipeDeviceAfterBackups();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ownerId);
    expect((await readSyncSummary(ownerId)).unsent).toBe(1);
  });

  it('D2 the sign-in decrypts the restored entry even if the database is lost during the sign-in request', async () => {
    stubServer(respondWithoutKey());
    await signIn(ANA_EMAIL, 'Clave-2026');
    const id = await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await signOut();
    await waitForBackups();
    let gone = false;
    stubServer(async (path, request) => {
      if (path.endsWith('/auth/login') && !gone) await wipeDevice();
      gone ||= path.endsWith('/auth/login');
      return respondWithoutKey()(path, request);
    });
    await signIn(ANA_EMAIL, 'Clave-2026');
    await waitForBackups();
    expect(await restoreAndRefreshBackups()).toBe(1);
    expect((await readQueuedRegistration(ANA_ID, id))?.summary.patientName).toBe('Zoraida Quiñones');
  });

  it('D2 the sign-in succeeds when another window restores the database during the request for the key', async () => {
    stubServer(respondWithoutKey());
    await signIn(ANA_EMAIL, 'Clave-2026');
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
    await signOut();
    await wipeDeviceAfterBackups();
    let once = false;
    stubServer(async (path, request) => {
      if (path.endsWith('/me/vault-key') && !once) await restoreAndRefreshBackups();
      once ||= path.endsWith('/me/vault-key');
      return respondWithoutKey()(path, request);
    });
    expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ANA_ID);
  });

  it('an e-mail address keeps its tag even if the first backup of the tag key failed for lack of space', async () => {
    const full = vi
      .spyOn(Cache.prototype, 'put')
      .mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    const tag = await makeEmailTag(ANA_EMAIL);
    await waitForBackups();
    full.mockRestore();
    await restoreAndRefreshBackups();
    await waitForBackups();
    await wipeDevice();
    expect(await makeEmailTag(ANA_EMAIL)).toBe(tag);
  });

  it('S23 the restore recovers the stored fact that the server ignores idempotency keys', async () => {
    await ensureDeviceId();
    await recordIdempotencySupport('ignored');
    await wipeDeviceAfterBackups();
    await restoreAndRefreshBackups();
    expect(await readIdempotencySupport()).toBe('ignored');
  });
});

describe('S16 session cookie after the loss of the database', () => {
  let server: SessionServer;
  beforeEach(async () => {
    await ensureDeviceId();
    server = stubServer(respondWithKey);
    await signIn(ANA_EMAIL, 'Clave-2026');
    await confirmNewEntry(ENTRY_DOCUMENT_NUMBER);
  });

  it('the session cookie does not resume the session when the sign-out could not be reported to the server', async () => {
    server.respond = failAsUnreachable;
    await signOut();
    await wipeDeviceAfterBackups();
    server.respond = (path, request) =>
      path.endsWith('/auth/logout') ? failAsUnreachable(path, request) : respondWithKey(path, request);
    await restoreAndRefreshBackups();
    expect(await resumeSession()).toBeNull();
  });

  it('the session cookie does not resume the session after the screen was locked; the password gives access to all entries', async () => {
    await lockNow(Date.now());
    await wipeDeviceAfterBackups();
    await restoreAndRefreshBackups();
    server.calls.length = 0;
    const respondSignedOut: RequestResponder = (path, request) =>
      path.endsWith('/auth/me') || path.endsWith('/me')
        ? createErrorResponse(401, 'unauthorized')
        : respondWithKey(path, request);
    server.respond = respondSignedOut;
    expect(await resumeSession()).toBeNull();
    server.respond = respondWithKey;
    expect(signedInUserIdOf(await signIn(ANA_EMAIL, 'Clave-2026'))).toBe(ANA_ID);
    expect((await readSyncSummary(ANA_ID)).unsent).toBe(1);
  });

  it('the restore ends the session when only a damaged backup of the device’s id exists', async () => {
    await caches
      .open('ventanilla-shadow')
      .then((cache) => cache.put('/shadow-identity', new Response('torn')));
    await wipeDeviceAfterBackups();
    await restoreAndRefreshBackups();
    expect(await db.device.get('pending-sign-out')).toBeDefined();
  });

  it('the device ends the session on the server once; a sign-in that starts in the meantime waits until the session has ended', async () => {
    await wipeDeviceAfterBackups();
    await restoreAndRefreshBackups();
    const order: string[] = [];
    let signingIn: Promise<SignInResult> | undefined;
    server.respond = async (path, request) => {
      const name = path.split('/').at(-1) ?? '';
      order.push(`asked ${name}`);
      if (name === 'logout') {
        signingIn = signIn(ANA_EMAIL, 'Clave-2026');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      order.push(`answered ${name}`);
      return respondWithKey(path, request);
    };
    await resumeSession();
    await signingIn;
    expect(order.indexOf('answered logout')).toBeLessThan(order.indexOf('asked login'));
    expect(order.filter((event) => event === 'asked logout')).toHaveLength(1);
  });

  it('the session stays valid for a user who signed in before the restore', async () => {
    await wipeDeviceAfterBackups();
    await signIn(ANA_EMAIL, 'Clave-2026');
    await restoreAndRefreshBackups();
    expect((await resumeSession())?.userId).toBe(ANA_ID);
    expect(await db.device.get('pending-sign-out')).toBeUndefined();
  });
});
