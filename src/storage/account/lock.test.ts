import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInOnDevice, wipeDevice, ANA, BEA } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { leaveAccount } from './accounts.ts';
import { lockIfIdle, lockNow, noteActivity, readLock, readLockOf, setLockMinutes } from './lock.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const MINUTE = 60_000;

beforeEach(wipeDevice);

describe('Lock as all windows agree on it', () => {
  it('five minutes unless the device is set to another time', async () => {
    expect(await readLock()).toEqual({ minutes: 5, locked: false, activityAt: null });
    await setLockMinutes(15);
    expect(await readLock()).toMatchObject({ minutes: 15 });
  });

  it('a device that nobody has noted a hand on begins to count, it does not lock', async () => {
    expect(await lockIfIdle(NOON)).toMatchObject({ locked: false, activityAt: NOON });
    expect(await readLock()).toMatchObject({ activityAt: NOON });
  });

  it('a hand that another window saw keeps it open', async () => {
    await noteActivity(NOON);
    expect(await lockIfIdle(NOON + 5 * MINUTE - 1)).toMatchObject({ locked: false, activityAt: NOON });
    expect(await lockIfIdle(NOON + 5 * MINUTE)).toMatchObject({ locked: true });
    expect(await readLock()).toMatchObject({ locked: true });
  });

  it('once locked a hand changes nothing', async () => {
    await noteActivity(NOON);
    await lockNow(NOON);
    await noteActivity(NOON + 1);
    expect(await readLock()).toMatchObject({ locked: true, activityAt: NOON });
  });

  it('whoever signs in finds it open, whoever leaves takes it along; the minutes are the device’s', async () => {
    await signInOnDevice(ANA);
    await setLockMinutes(1);
    await lockNow(NOON);
    await leaveAccount(NOON);
    expect(await readLock()).toEqual({ minutes: 1, locked: false, activityAt: null });
    await lockNow(NOON);
    await signInOnDevice(BEA);
    expect(await readLock()).toMatchObject({ minutes: 1, locked: false });
  });
});

describe('L4 what a window that opens asks', () => {
  it('is answered while another transaction writes, where there is nothing to write', async () => {
    await noteActivity(NOON);
    let end = (): void => undefined;
    const writing = db.transaction('rw', db.drafts, () =>
      Dexie.waitFor(new Promise<void>((resolve) => (end = resolve))),
    );
    expect(await lockIfIdle(NOON + 1)).toMatchObject({ locked: false, activityAt: NOON });
    end();
    await writing;
  });
});

describe('L4 what a window that comes back asks', () => {
  it('answers for its own user alone: not once somebody left, nor when another one is here', async () => {
    await signInOnDevice(ANA);
    await lockNow(NOON);
    expect(await readLockOf(ANA)).toMatchObject({ locked: true });
    await leaveAccount(NOON);
    expect(await readLockOf(ANA)).toBeNull();
    await signInOnDevice(BEA);
    expect(await readLockOf(ANA)).toBeNull();
    expect(await readLockOf(BEA)).toMatchObject({ locked: false });
  });
});
