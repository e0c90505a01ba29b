import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_WRONG_PINS } from '#domain/password/pin.ts';
import { ANA_ID, BEA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { signOutAccount } from './accounts.ts';
import {
  deletePin,
  pinRowIdOf,
  readPinAttemptsLeft,
  resetPinAttempts,
  parsePinRow,
  type LockPinRow,
} from './lock-pin.ts';
import { lockNow, readLockState } from './lock.ts';
import { storePin, unlockAfterPin, recordPinAttempt, checkPin } from './pin-tries.ts';

const PIN = '704926';
const NOON = Date.parse('2026-11-21T17:00:00Z');

async function requirePinRow(userId: string): Promise<LockPinRow> {
  const row = parsePinRow(await db.device.get(pinRowIdOf(userId)));
  if (!row) throw new Error('no PIN is set');
  return row;
}

async function attemptPinUnlock(pin: string, userId = ANA_ID): Promise<string> {
  const keys = await requireKeysOf(userId);
  const tried = await recordPinAttempt(userId);
  if (!tried) return 'none left';
  const verdict = await checkPin(keys, tried, pin);
  if (verdict !== 'right') return verdict;
  return (await unlockAfterPin(userId, tried, NOON)) ? 'opened' : 'gone';
}

const isLocked = async () => (await readLockState()).locked;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice();
  await storePin(ANA_ID, await requireKeysOf(ANA_ID), PIN);
  await lockNow(NOON);
});

describe('P10.36 PIN tries', () => {
  it('five wrong PINs use up the tries, and the password restores them', async () => {
    for (let nth = 1; nth <= MAX_WRONG_PINS; nth += 1) {
      expect(await attemptPinUnlock('000000')).toBe('wrong');
      expect(await readPinAttemptsLeft(ANA_ID)).toBe(MAX_WRONG_PINS - nth);
    }
    expect(await attemptPinUnlock(PIN)).toBe('none left');
    expect(await isLocked()).toBe(true);
    await resetPinAttempts(ANA_ID);
    expect(await attemptPinUnlock(PIN)).toBe('opened');
    expect(await isLocked()).toBe(false);
  });

  it('a right PIN uses no try; the tries of earlier wrong PINs stay used', async () => {
    await attemptPinUnlock('000000');
    await attemptPinUnlock('000001');
    expect(await attemptPinUnlock(PIN)).toBe('opened');
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(MAX_WRONG_PINS - 2);
  });

  it('all windows share the PIN tries, so that only one window can use the last try', async () => {
    for (let nth = 1; nth < MAX_WRONG_PINS; nth += 1) await attemptPinUnlock('000000');
    const taken = await Promise.all([
      recordPinAttempt(ANA_ID),
      recordPinAttempt(ANA_ID),
      recordPinAttempt(ANA_ID),
    ]);
    expect(taken.filter((row) => row !== null)).toHaveLength(1);
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(0);
  });

  it('a PIN try stays used even if the browser is killed before the PIN is checked', async () => {
    for (let nth = 1; nth <= MAX_WRONG_PINS; nth += 1) await recordPinAttempt(ANA_ID);
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(0);
    expect(await attemptPinUnlock(PIN)).toBe('none left');
  });

  it('wrong PIN tries still count after a sign-out and after another user’s sign-in', async () => {
    await attemptPinUnlock('000000');
    await signOutAccount(NOON);
    await signInOnDevice(BEA_ID);
    await signInOnDevice(ANA_ID);
    expect(await readPinAttemptsLeft(ANA_ID)).toBe(MAX_WRONG_PINS - 1);
  });
});

describe('P10.36 PIN whose check finishes late', () => {
  it('a right PIN does not unlock the screen when another user has signed in in the meantime', async () => {
    const tried = await recordPinAttempt(ANA_ID);
    await signInOnDevice(BEA_ID);
    await lockNow(NOON);
    expect(tried && (await unlockAfterPin(ANA_ID, tried, NOON))).toBe(false);
    expect(await isLocked()).toBe(true);
  });

  it.each([
    ['removed', () => deletePin(ANA_ID)],
    ['another by now', async () => storePin(ANA_ID, await requireKeysOf(ANA_ID), '839517')],
  ])('a right PIN does not unlock the screen when the stored PIN is %s', async (_case, change) => {
    const tried = await recordPinAttempt(ANA_ID);
    await change();
    expect(tried && (await unlockAfterPin(ANA_ID, tried, NOON))).toBe(false);
    expect(await isLocked()).toBe(true);
  });
});

describe('P10.36 manipulated PIN row', () => {
  it.each([-1, 1.5, Number.NaN, '0', null, undefined, 99])(
    'a PIN row with %s used tries has no tries left',
    async (wrong) => {
      await db.device.put({ ...(await requirePinRow(ANA_ID)), wrong: wrong as number });
      expect(await attemptPinUnlock(PIN)).toBe('none left');
    },
  );

  it.each<[string, object]>([
    ['of a version to come', { version: 2 }],
    ['without its salt', { salt: undefined }],
    ['whose bytes are text', { sealed: 'abc' }],
  ])('a PIN row %s counts as no PIN, so that only the password unlocks the screen', async (_case, patch) => {
    await db.device.put({ ...(await requirePinRow(ANA_ID)), ...patch });
    expect(await readPinAttemptsLeft(ANA_ID)).toBeNull();
    expect(await attemptPinUnlock(PIN)).toBe('none left');
  });

  it('no PIN unlocks the screen if the row contains another user’s record', async () => {
    await signInOnDevice(BEA_ID);
    await storePin(BEA_ID, await requireKeysOf(BEA_ID), '839517');
    const { salt, sealed } = await requirePinRow(BEA_ID);
    await signInOnDevice(ANA_ID);
    await lockNow(NOON);
    await db.device.put({ ...(await requirePinRow(ANA_ID)), salt, sealed });
    expect(await attemptPinUnlock('839517')).toBe('foreign');
    expect(await attemptPinUnlock(PIN)).toBe('foreign');
    expect(await isLocked()).toBe(true);
  });

  it('no PIN unlocks the screen if the record’s bytes were changed', async () => {
    const row = await requirePinRow(ANA_ID);
    const sealed = row.sealed.slice(0);
    new Uint8Array(sealed)[20]! ^= 1;
    await db.device.put({ ...row, sealed });
    expect(await attemptPinUnlock(PIN)).toBe('foreign');
  });
});

describe('P10.36 PIN data on the disk', () => {
  it('no PIN can be checked after the sign-out, because the decryption key is deleted', async () => {
    await signOutAccount(NOON);
    expect(await db.keys.count()).toBe(0);
    const row = await requirePinRow(ANA_ID);
    expect(Object.keys(row).sort()).toEqual(['id', 'salt', 'sealed', 'version', 'wrong']);
    await signInOnDevice(BEA_ID);
    expect(await checkPin(await requireKeysOf(BEA_ID), row, PIN)).toBe('foreign');
  });

  it('the stored data differ when the same PIN is set twice', async () => {
    const before = await requirePinRow(ANA_ID);
    await storePin(ANA_ID, await requireKeysOf(ANA_ID), PIN);
    const after = await requirePinRow(ANA_ID);
    expect([...after.salt]).not.toEqual([...before.salt]);
    expect(new Uint8Array(after.sealed)).not.toEqual(new Uint8Array(before.sealed));
  });

  it('no PIN is stored for a user who is not signed in', async () => {
    expect(await storePin(BEA_ID, await requireKeysOf(ANA_ID), PIN)).toBe(false);
    expect(await readPinAttemptsLeft(BEA_ID)).toBeNull();
  });
});
