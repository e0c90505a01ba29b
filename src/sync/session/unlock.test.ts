import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { lockNow, readLockState } from '#storage/account/lock.ts';
import { ANA_ID, wipeDevice } from '#tests/support/device/device.ts';
import {
  respondWithSession,
  emailOfUserId,
  createErrorResponse,
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { resumeSession, signIn } from './sign-in.ts';
import { unlockByPassword } from './unlock.ts';

let server: SessionServer;
const isLocked = async () => (await readLockState()).locked;

beforeEach(async () => {
  await wipeDevice();
  setDrainRequester(() => undefined);
  server = stubServer(respondWithSession(ANA_ID));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function signInAndLock(): Promise<void> {
  await signIn(emailOfUserId(ANA_ID), 'Clave-2026');
  await lockNow(Date.now());
  server.calls = [];
}

describe("Lock Lock: unlocking the screen with the signed-in user's password", () => {
  it("the password unlocks the screen without a request when it unwraps the device's copy of the data key", async () => {
    await signInAndLock();
    server.respond = failAsUnreachable;
    expect(await unlockByPassword('Clave-2026')).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
    expect(server.calls).toEqual([]);
    expect(await db.deviceKeys.toArray()).toMatchObject([{ wrong: 0, blockedUntil: 0 }]);
  });

  it('a wrong password is rejected, counted, and delays the next attempt even with the right password', async () => {
    await signInAndLock();
    server.respond = failAsUnreachable;
    // The clock is frozen, because on a busy machine deriving a key may take longer than the delay that follows a wrong
    // password.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await unlockByPassword('otra')).toEqual({ type: 'wrong', judged: false });
    expect(await isLocked()).toBe(true);
    expect(await unlockByPassword('Clave-2026')).toMatchObject({ type: 'wait' });
    expect(await isLocked()).toBe(true);
  });

  it('the result for a wrong password has `judged` true when the server has rejected the password too', async () => {
    await signInAndLock();
    server.respond = () => createErrorResponse(401, 'invalid_credentials');
    expect(await unlockByPassword('otra')).toEqual({ type: 'wrong', judged: true });
    expect(await isLocked()).toBe(true);
  });

  it('D2 a password changed on another device unlocks the screen through the server, and later offline', async () => {
    await signInAndLock();
    expect(await unlockByPassword('Nueva-2027')).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
    await lockNow(Date.now());
    server.respond = failAsUnreachable;
    expect(await unlockByPassword('Nueva-2027')).toEqual({ type: 'unlocked' });
  });

  it('the server checks the password when the session was resumed by its cookie and the device has no copy of the data key', async () => {
    await resumeSession();
    await lockNow(Date.now());
    server.respond = failAsUnreachable;
    expect(await unlockByPassword('Clave-2026')).toMatchObject({ type: 'unreachable' });
    server.respond = respondWithSession(ANA_ID);
    expect(await unlockByPassword('Clave-2026')).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
  });

  it('the device sends no request when the password does not unwrap its copy of the data key and the connection is down', async () => {
    await signInAndLock();
    const now = Date.now();
    const link = { name: 'down', since: now, cause: 'no_answer', failures: 1, nextProbeAt: now } as const;
    await db.device.put({ id: 'link', link });
    expect(await unlockByPassword('otra')).toEqual({ type: 'wrong', judged: false });
    expect(server.calls).toEqual([]);
  });
});
