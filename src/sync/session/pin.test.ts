import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_WRONG_PINS } from '#domain/password/pin.ts';
import { pinRowIdOf, readPinAttemptsLeft, parsePinRow, type LockPinRow } from '#storage/account/lock-pin.ts';
import { lockNow, readLockState } from '#storage/account/lock.ts';
import { db } from '#storage/database/database.ts';
import { ANA_ID, BEA_ID, wipeDevice } from '#tests/support/device/device.ts';
import {
  respondWithSession,
  emailOfUserId,
  createErrorResponse,
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import { changePassword } from './passwords.ts';
import { removePin, setPin, unlockByPin } from './pin.ts';
import { signOut } from './session.ts';
import { signIn } from './sign-in.ts';
import { unlockByPassword } from './unlock.ts';

const PASSWORD = 'Clave-2026';
const PIN = '704926';
let server: SessionServer;
const isLocked = async () => (await readLockState()).locked;
const lockScreen = () => lockNow(Date.now());

beforeEach(async () => {
  await wipeDevice();
  setDrainRequester(() => undefined);
  server = stubServer(respondWithSession(ANA_ID));
  await signIn(emailOfUserId(ANA_ID), PASSWORD);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function readPinRow(userId: string): Promise<LockPinRow> {
  const row = parsePinRow(await db.device.get(pinRowIdOf(userId)));
  if (!row) throw new Error('no PIN is set');
  return row;
}
async function setPinAndLock(): Promise<void> {
  expect(await setPin(PASSWORD, PIN)).toEqual({ type: 'set' });
  await lockScreen();
  server.calls = [];
}
async function exhaustPinAttempts(): Promise<void> {
  for (let nth = 0; nth < MAX_WRONG_PINS; nth += 1)
    expect(await unlockByPin('839517')).toEqual({ type: 'wrong' });
}

describe('P10.36 unlocking with a PIN', () => {
  it('the PIN unlocks the screen offline without a request', async () => {
    await setPinAndLock();
    server.respond = failAsUnreachable;
    expect(await unlockByPin(PIN)).toEqual({ type: 'unlocked' });
    expect(await isLocked()).toBe(false);
    expect(server.calls).toEqual([]);
  });

  it('the PIN is locked after five wrong tries; the password resets the counter', async () => {
    await setPinAndLock();
    await exhaustPinAttempts();
    expect(await unlockByPin(PIN)).toEqual({ type: 'password_only' });
    expect(await isLocked()).toBe(true);
    expect(await unlockByPassword(PASSWORD)).toEqual({ type: 'unlocked' });
    await lockScreen();
    expect(await unlockByPin(PIN)).toEqual({ type: 'unlocked' });
  });

  it('the device counts wrong PINs and wrong passwords separately', async () => {
    await setPinAndLock();
    server.respond = failAsUnreachable;
    await unlockByPin('839517');
    expect(await db.deviceKeys.toArray()).toMatchObject([{ wrong: 0 }]);
    await unlockByPassword('otra');
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(MAX_WRONG_PINS - 1);
  });

  it('a change of the clock does not give the user new PIN tries', async () => {
    await setPinAndLock();
    await exhaustPinAttempts();
    for (const now of [Date.parse('1999-01-01'), Date.parse('2199-01-01')]) {
      vi.useFakeTimers({ toFake: ['Date'], now });
      expect(await unlockByPin(PIN)).toEqual({ type: 'password_only' });
    }
  });

  it('a text that is not a PIN does not count as a try', async () => {
    await setPinAndLock();
    for (const typed of ['', '70492', '7049266', 'abcdef'])
      expect(await unlockByPin(typed)).toEqual({ type: 'password_only' });
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(MAX_WRONG_PINS);
  });

  it('the device deletes a PIN record that the user’s key does not decrypt', async () => {
    await setPinAndLock();
    await db.device.put({ ...(await readPinRow(ANA_ID)), sealed: new ArrayBuffer(64) });
    expect(await unlockByPin(PIN)).toEqual({ type: 'password_only' });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });
});

describe('P10.36 setting a PIN', () => {
  it('setting a PIN requires the right password', async () => {
    server.respond = () => createErrorResponse(401, 'invalid_credentials');
    expect(await setPin('otra', PIN)).toEqual({ type: 'wrong', judged: true });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });

  it.each(['111111', '123456', '140391'])('the device rejects the guessable PIN %s', async (pin) => {
    expect(await setPin(PASSWORD, pin)).toEqual({ type: 'guessable' });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });

  it('only the password unlocks the screen after the PIN was removed', async () => {
    await setPinAndLock();
    await removePin(ANA_ID);
    expect(await unlockByPin(PIN)).toEqual({ type: 'password_only' });
    expect(await isLocked()).toBe(true);
  });

  it('a user’s PIN stays after a sign-out and does not unlock the screen of another user', async () => {
    await setPinAndLock();
    await signOut();
    server.respond = respondWithSession(BEA_ID);
    await signIn(emailOfUserId(BEA_ID), PASSWORD);
    await lockScreen();
    expect(await unlockByPin(PIN)).toEqual({ type: 'password_only' });
    await signOut();
    server.respond = respondWithSession(ANA_ID);
    await signIn(emailOfUserId(ANA_ID), PASSWORD);
    await lockScreen();
    expect(await unlockByPin(PIN)).toEqual({ type: 'unlocked' });
  });
});

describe('P10.36 PIN after another password was used', () => {
  it('a change of the password on this device removes the PIN', async () => {
    await setPinAndLock();
    await unlockByPin(PIN);
    expect(await changePassword(PASSWORD, 'Nueva-2027')).toEqual({ type: 'changed', onDevice: true });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });

  it('unlocking with a password that is new to the device removes the PIN', async () => {
    await setPinAndLock();
    expect(await unlockByPassword('Nueva-2027')).toEqual({ type: 'unlocked' });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });

  it('signing in with another password removes the PIN', async () => {
    await setPinAndLock();
    await signOut();
    await signIn(emailOfUserId(ANA_ID), 'Nueva-2027');
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });

  it('the device removes the PIN when the server reports the account as inactive', async () => {
    await setPinAndLock();
    await signOut();
    server.respond = (path) =>
      path.endsWith('/auth/logout')
        ? new Response(null, { status: 204 })
        : createErrorResponse(403, 'account_inactive');
    await signIn(emailOfUserId(ANA_ID), PASSWORD);
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
  });

  it('signing in with the same password, also offline, keeps the PIN and resets the counter of wrong PINs', async () => {
    await setPinAndLock();
    await unlockByPin('839517');
    await signOut();
    server.respond = failAsUnreachable;
    await signIn(emailOfUserId(ANA_ID), PASSWORD);
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(MAX_WRONG_PINS);
  });
});
