import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInOnDevice, wipeDevice, ANA_ID, BEA_ID } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { signOutAccount } from './accounts.ts';
import {
  lockIfIdle,
  lockNow,
  recordUserActivity,
  readLockState,
  readLockStateOfUser,
  setLockMinutes,
} from './lock.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const MINUTE_MS = 60_000;

beforeEach(wipeDevice);

describe('Lock lock state shared by all windows', () => {
  it('the screen locks after five minutes by default, and this time can be changed on each device', async () => {
    expect(await readLockState()).toEqual({ minutes: 5, locked: false, activityAt: null });
    await setLockMinutes(15);
    expect(await readLockState()).toMatchObject({ minutes: 15 });
  });

  it('the first check of the screen lock starts the idle time and does not lock the screen', async () => {
    expect(await lockIfIdle(NOON)).toMatchObject({ locked: false, activityAt: NOON });
    expect(await readLockState()).toMatchObject({ activityAt: NOON });
  });

  it('activity in another window keeps the screen unlocked', async () => {
    await recordUserActivity(NOON);
    expect(await lockIfIdle(NOON + 5 * MINUTE_MS - 1)).toMatchObject({ locked: false, activityAt: NOON });
    expect(await lockIfIdle(NOON + 5 * MINUTE_MS)).toMatchObject({ locked: true });
    expect(await readLockState()).toMatchObject({ locked: true });
  });

  it('the device ignores activity while the screen is locked', async () => {
    await recordUserActivity(NOON);
    await lockNow(NOON);
    await recordUserActivity(NOON + 1);
    expect(await readLockState()).toMatchObject({ locked: true, activityAt: NOON });
  });

  it('a sign-out and a sign-in unlock the screen, and the device keeps the configured minutes', async () => {
    await signInOnDevice(ANA_ID);
    await setLockMinutes(1);
    await lockNow(NOON);
    await signOutAccount(NOON);
    expect(await readLockState()).toEqual({ minutes: 1, locked: false, activityAt: null });
    await lockNow(NOON);
    await signInOnDevice(BEA_ID);
    expect(await readLockState()).toMatchObject({ minutes: 1, locked: false });
  });
});

describe('L4 lock check of a window that opens', () => {
  it('the check of the screen lock does not wait for another transaction if it has nothing to write', async () => {
    await recordUserActivity(NOON);
    let end = (): void => undefined;
    const writing = db.transaction('rw', db.drafts, () =>
      Dexie.waitFor(new Promise<void>((resolve) => (end = resolve))),
    );
    expect(await lockIfIdle(NOON + 1)).toMatchObject({ locked: false, activityAt: NOON });
    end();
    await writing;
  });
});

describe('L4 lock check of a window that is resumed', () => {
  it('the lock state of a user is returned only while this user is signed in', async () => {
    await signInOnDevice(ANA_ID);
    await lockNow(NOON);
    expect(await readLockStateOfUser(ANA_ID)).toMatchObject({ locked: true });
    await signOutAccount(NOON);
    expect(await readLockStateOfUser(ANA_ID)).toBeNull();
    await signInOnDevice(BEA_ID);
    expect(await readLockStateOfUser(ANA_ID)).toBeNull();
    expect(await readLockStateOfUser(BEA_ID)).toMatchObject({ locked: false });
  });
});
