import { beforeEach, describe, expect, it } from 'vitest';
import { ANA_ID, BEA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { signOutAccount } from './accounts.ts';
import { pinRowIdOf, readPinAttemptsLeft } from './lock-pin.ts';
import { lockNow, readLockState, setLockMinutes } from './lock.ts';
import { lockAfterPatientTurn, readEndedTurn, takeTabletBack } from './patient-turn.ts';
import { storePin } from './pin-tries.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const MINUTE_MS = 60_000;
const RECEPTION = '/reception?entry=00000000-0000-4000-8000-000000000001';

const isLocked = async () => (await readLockState()).locked;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice();
});

describe('P10.440 lock at the end of a patient’s turn', () => {
  it('the end of a turn locks the screen and stores where reception continues', async () => {
    expect(await readEndedTurn()).toBeNull();
    await lockAfterPatientTurn(ANA_ID, RECEPTION, NOON);
    expect(await isLocked()).toBe(true);
    expect(await readEndedTurn()).toEqual({ since: NOON, returnTo: RECEPTION });
  });

  it('a lock that requires the password stays when a turn ends', async () => {
    await lockNow(NOON);
    await lockAfterPatientTurn(ANA_ID, RECEPTION, NOON);
    expect(await readEndedTurn()).toBeNull();
    expect(await takeTabletBack(ANA_ID, NOON)).toBe(false);
  });

  it.each(['/users', '//evil.example', '/reception?entry=<script>', undefined])(
    'a stored address that is not the reception’s makes it an ordinary lock: %s',
    async (returnTo) => {
      await db.device.put({ id: 'locked', since: NOON, ...(returnTo === undefined ? {} : { returnTo }) });
      expect(await readEndedTurn()).toBeNull();
      expect(await isLocked()).toBe(true);
    },
  );

  it('the turn of a user who has signed out does not lock the screen of the next user', async () => {
    await lockAfterPatientTurn(BEA_ID, RECEPTION, NOON);
    expect(await isLocked()).toBe(false);
  });

  it('a sign-out removes the lock', async () => {
    await lockAfterPatientTurn(ANA_ID, RECEPTION, NOON);
    await signOutAccount(NOON);
    expect(await isLocked()).toBe(false);
  });
});

describe('P10.441 reception takes the tablet back', () => {
  beforeEach(() => lockAfterPatientTurn(ANA_ID, RECEPTION, NOON));

  it('a user without a PIN unlocks the screen without the password, once or twice', async () => {
    expect(await takeTabletBack(ANA_ID, NOON + 1)).toBe(true);
    expect(await readLockState()).toMatchObject({ locked: false, activityAt: NOON + 1 });
    expect(await takeTabletBack(ANA_ID, NOON + 2)).toBe(true);
  });

  const storePinOfAna = async () => storePin(ANA_ID, await requireKeysOf(ANA_ID), '704926');

  it('a user with a PIN must identify, also if this version cannot read the PIN', async () => {
    await storePinOfAna();
    expect(await takeTabletBack(ANA_ID, NOON)).toBe(false);
    const laterVersion: object = { version: 2 };
    await db.device.put({ ...(await db.device.get(pinRowIdOf(ANA_ID)))!, ...laterVersion });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
    expect(await takeTabletBack(ANA_ID, NOON)).toBe(false);
    expect(await isLocked()).toBe(true);
  });

  it('a window of a user who has signed out does not unlock the screen of the next user', async () => {
    expect(await takeTabletBack(BEA_ID, NOON)).toBe(false);
    expect(await isLocked()).toBe(true);
  });

  it('a tablet that lay idle for the lock time requires the password', async () => {
    await setLockMinutes(2);
    expect(await takeTabletBack(ANA_ID, NOON + 2 * MINUTE_MS)).toBe(false);
    expect(await isLocked()).toBe(true);
    expect(await takeTabletBack(ANA_ID, NOON + 2 * MINUTE_MS - 1)).toBe(true);
  });
});
