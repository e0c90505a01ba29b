import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANA_ID, BEA_ID, BRANCH_ID, wipeDevice } from '#tests/support/device/device.ts';
import {
  signInAccount,
  signInAccountOffline,
  storeNewPasswordKeyCopy,
  signOutAccount,
  readAccount,
  updateAccountAndOpenSession,
} from '../account/accounts.ts';
import { db } from '../database/database.ts';
import {
  recordPasswordAttemptAsWrong,
  importWrapAndEraseRootKey,
  makeEmailTag,
  unwrapRootKey,
  readWrappedKeyByEmailTag,
  unlockVaultKeys,
} from './device-keys.ts';
import type { WrappedKeyRow } from '../database/records.ts';
import { decodeVaultKey, makeRootKey, decryptJson, encryptJson } from '../vault/vault.ts';

const ANA_SIGN_IN_EMAIL = 'ana.rincon@clinica.test';
const ENCODED_ROOT_KEY = 'a'.repeat(42) + 'A';
const createSignInSession = (userId: string, email: string) => ({
  user_id: userId,
  email,
  display_name: 'Ana Rincón',
  branch_id: BRANCH_ID,
  actions: ['register_patients' as const],
});

async function signInAnaWithPassword(password: string): Promise<WrappedKeyRow> {
  const held = await importWrapAndEraseRootKey(
    decodeVaultKey(ENCODED_ROOT_KEY),
    { id: await makeEmailTag(ANA_SIGN_IN_EMAIL), origin: 'provider' },
    password,
  );
  await signInAccount(ANA_ID, createSignInSession(ANA_ID, ANA_SIGN_IN_EMAIL), ANA_SIGN_IN_EMAIL, held);
  return requireWrappedKeyRow(ANA_SIGN_IN_EMAIL);
}

async function requireWrappedKeyRow(email: string): Promise<WrappedKeyRow> {
  const row = await readWrappedKeyByEmailTag(await makeEmailTag(email));
  if (!row) throw new Error('nothing is wrapped here');
  return row;
}

beforeEach(wipeDevice);

describe('D2 data key wrapped with the password', () => {
  it('a wrapped data key is unwrapped only with its password, and only for the record for which it was wrapped', async () => {
    const row = await signInAnaWithPassword('Clave-2026');
    const keys = await unlockVaultKeys(row, 'Clave-2026');
    const sealed = await encryptJson((await db.keys.get(ANA_ID)) as never, 'draft:1', 'Ñío');
    expect(keys && (await decryptJson(keys, 'draft:1', z.string(), sealed))).toBe('Ñío');
    expect([keys?.seal.extractable, keys?.tag.extractable]).toEqual([false, false]);
    expect(await unlockVaultKeys(row, 'clave-2026')).toBeNull();
    expect(await unlockVaultKeys({ ...row, id: 'another' }, 'Clave-2026')).toBeNull();
  });

  it('a wrapped data key cannot be unwrapped after one bit was changed', async () => {
    const row = await signInAnaWithPassword('Clave-2026');
    const sealed = row.sealed.slice(0);
    new Uint8Array(sealed)[20]! ^= 1;
    expect(await unlockVaultKeys({ ...row, sealed }, 'Clave-2026')).toBeNull();
  });

  it('wrapping a data key erases the raw key from memory', async () => {
    const root = makeRootKey();
    await importWrapAndEraseRootKey(root, { id: 'x', origin: 'device' }, 'Clave-2026');
    expect([...root].every((byte) => byte === 0)).toBe(true);
  });

  it('each sign-in wraps the data key with a new salt, so that the same password leaves no repeated data', async () => {
    const [one, two] = [await signInAnaWithPassword('Clave-2026'), await signInAnaWithPassword('Clave-2026')];
    expect([...one.salt]).toHaveLength(16);
    expect([...one.salt]).not.toEqual([...two.salt]);
    expect(await db.deviceKeys.count()).toBe(1);
  });

  it('after a change of password only the new password unwraps the data key, which stays the same', async () => {
    const before = await signInAnaWithPassword('Clave-2026');
    const root = await unwrapRootKey(before, 'Clave-2026');
    const { copy } = await importWrapAndEraseRootKey(root ?? makeRootKey(), before, 'Otra-2027');
    expect(copy && (await storeNewPasswordKeyCopy(ANA_ID, copy))).toBe(true);
    const after = await requireWrappedKeyRow(ANA_SIGN_IN_EMAIL);
    expect(await unlockVaultKeys(after, 'Clave-2026')).toBeNull();
    expect(await unwrapRootKey(after, 'Otra-2027')).toEqual(decodeVaultKey(ENCODED_ROOT_KEY));
    expect(copy && (await storeNewPasswordKeyCopy(BEA_ID, copy)), 'nobody else is signed in').toBe(false);
  });
});

describe('D1 personal data stored with the wrapped key', () => {
  it('personal data are encrypted, and the wrapped key is found for any spelling of the e-mail address', async () => {
    await signInAnaWithPassword('Clave-2026');
    const row = await requireWrappedKeyRow(` ${ANA_SIGN_IN_EMAIL.toUpperCase()} `);
    expect(Object.keys(row).sort()).toEqual(
      [
        'blockedUntil',
        'branchId',
        'id',
        'origin',
        'salt',
        'sealed',
        'sealedFacts',
        'userId',
        'version',
        'wrong',
      ].sort(),
    );
    expect(row).toMatchObject({ userId: ANA_ID, branchId: BRANCH_ID, version: 1, origin: 'provider' });
    expect(row.id).toMatch(/^[0-9a-f]{64}$/);
  });

  it('the account row of a signed-in user contains personal data only encrypted', async () => {
    await signInAnaWithPassword('Clave-2026');
    const row = await db.accounts.get('current');
    expect(Object.keys(row ?? {}).sort()).toEqual(['branchId', 'gate', 'id', 'sealedFacts', 'userId']);
    expect(await readAccount()).toEqual({
      userId: ANA_ID,
      email: ANA_SIGN_IN_EMAIL,
      displayName: 'Ana Rincón',
      branchId: BRANCH_ID,
      actions: ['register_patients'],
      gate: 'open',
    });
  });

  it('the tag of an e-mail address differs between devices', async () => {
    const here = await makeEmailTag(ANA_SIGN_IN_EMAIL);
    await wipeDevice();
    await caches.delete('ventanilla-shadow');
    expect(await makeEmailTag(ANA_SIGN_IN_EMAIL)).not.toBe(here);
  });

  it('two windows that create the key for tags of e-mail addresses at the same time get the same tag for an address', async () => {
    const [one, two] = await Promise.all([makeEmailTag(ANA_SIGN_IN_EMAIL), makeEmailTag(ANA_SIGN_IN_EMAIL)]);
    expect(one).toBe(two);
  });
});

describe('D2 offline sign-in', () => {
  it('an offline sign-in restores the last known account with an offline session and keeps a pending sign-out', async () => {
    await signInAnaWithPassword('Clave-2026');
    await updateAccountAndOpenSession({
      ...createSignInSession(ANA_ID, ANA_SIGN_IN_EMAIL),
      display_name: 'Ana R.',
      actions: ['manage_evaluations'],
    });
    await signOutAccount(1);
    expect(await db.keys.count()).toBe(0);
    const row = await requireWrappedKeyRow(ANA_SIGN_IN_EMAIL);
    const keys = await unlockVaultKeys(row, 'Clave-2026');
    expect(keys && (await signInAccountOffline(row, keys))).toMatchObject({
      displayName: 'Ana R.',
      gate: 'offline',
    });
    expect(await readAccount()).toMatchObject({
      userId: ANA_ID,
      email: ANA_SIGN_IN_EMAIL,
      actions: ['manage_evaluations'],
      gate: 'offline',
    });
    expect(await db.device.get('pending-sign-out')).toBeDefined();
  });
});

describe('D2 wrong passwords', () => {
  it('each wrong password doubles the pause before the next attempt from 1 s up to 5 min; the right password ends the pause', async () => {
    const { id } = await signInAnaWithPassword('Clave-2026');
    let now = 1_000_000;
    const waits: number[] = [];
    for (let wrong = 1; wrong <= 12; wrong += 1) {
      expect(await recordPasswordAttemptAsWrong(id, now)).toBe(0);
      waits.push(await recordPasswordAttemptAsWrong(id, now));
      now += waits.at(-1) ?? 0;
    }
    expect(waits.map((ms) => ms / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    const row = await requireWrappedKeyRow(ANA_SIGN_IN_EMAIL);
    await signInAccountOffline(row, (await unlockVaultKeys(row, 'Clave-2026')) as never);
    expect(await requireWrappedKeyRow(ANA_SIGN_IN_EMAIL)).toMatchObject({ wrong: 0, blockedUntil: 0 });
  });

  it('an attempt counts as wrong before the password is checked, so that only one of two windows can try', async () => {
    const { id } = await signInAnaWithPassword('Clave-2026');
    const answers = await Promise.all([
      recordPasswordAttemptAsWrong(id, 1_000),
      recordPasswordAttemptAsWrong(id, 1_000),
    ]);
    expect(answers.sort((a, b) => a - b)).toEqual([0, 1_000]);
  });

  it('the pause after wrong passwords does not get longer when the clock is set back', async () => {
    const { id } = await signInAnaWithPassword('Clave-2026');
    await recordPasswordAttemptAsWrong(id, 10_000_000);
    expect(await recordPasswordAttemptAsWrong(id, 1_000)).toBe(1_000);
  });

  it('an online sign-in resets the count of wrong passwords', async () => {
    const { id } = await signInAnaWithPassword('Clave-2026');
    await recordPasswordAttemptAsWrong(id, 1_000);
    expect(await signInAnaWithPassword('Clave-2026')).toMatchObject({ wrong: 0, blockedUntil: 0 });
  });
});
