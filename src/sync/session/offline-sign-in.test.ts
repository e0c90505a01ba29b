import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { ANA, BEA, confirmedEntry, patientsOf, wipeDevice } from '#tests/support/device/device.ts';
import {
  answering,
  mailOf,
  refusing,
  sessionOf,
  stubProvider,
  unreachable,
  type Respond,
  type SessionProvider,
} from '#tests/support/device/session-provider.ts';
import { lookUpPatient } from '../reads/lookup.ts';
import { drainHere, setDrainRequester } from '../outbox/outbox.ts';
import { readAccount, revalidateSession, signOut } from './session.ts';
import { resumeSession, signIn } from './sign-in.ts';
import { rewrapDeviceKey } from './user-key.ts';

let provider: SessionProvider;
let drains: string[];
const MAIL = mailOf(ANA);

beforeEach(async () => {
  await wipeDevice();
  drains = [];
  provider = stubProvider(answering(ANA));
  setDrainRequester((reason) => drains.push(reason));
  const request = (_name: string, drain: () => Promise<unknown>) => drain();
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Ana was here with network, registered somebody, and left. The network goes before or after she leaves. */
async function anaWasHere(leavesOnline = true): Promise<string> {
  await signIn(MAIL, 'Clave-2026');
  const entryId = await confirmedEntry('9999000017');
  if (!leavesOnline) provider.respond = unreachable;
  await signOut();
  provider.respond = unreachable;
  [provider.calls, drains] = [[], []];
  return entryId;
}

describe('D2 signing in without network', () => {
  it('opens what its owner left here, with the right password, and sends nothing', async () => {
    await anaWasHere();
    expect(await signIn(` ${MAIL.toUpperCase()}`, 'Clave-2026')).toMatchObject({
      type: 'signed_in',
      account: { userId: ANA, displayName: 'Persona', gate: 'offline' },
    });
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
    await confirmedEntry('9999000018');
    expect(await drainHere('person')).toBe('gate_closed');
    expect(provider.calls).toEqual(['POST /api/v1/auth/login']);
  });

  it.each<[string, Respond]>([
    ['a portal', () => new Response('<html>')],
    ['a gateway without its provider', () => new Response('Bad gateway', { status: 502 })],
  ])('%s has not judged the password either', async (_who, respond) => {
    await anaWasHere();
    provider.respond = respond;
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });

  it('a wrong password is refused as the provider refuses it, and the next one waits', async () => {
    await anaWasHere();
    // On a busy machine the key of one password takes longer than the pause.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await signIn(MAIL, 'clave-2026')).toMatchObject({ type: 'refused', status: 401 });
    expect(await readAccount()).toBeNull();
    const next = await signIn(MAIL, 'Clave-2026');
    expect(next.type).toBe('wait');
    vi.setSystemTime(Date.now() + 1_000);
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });

  it('a provider that refuses the password is believed, whatever the device would open', async () => {
    await anaWasHere();
    provider.respond = () => refusing(401, 'invalid_credentials');
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
    provider.respond = () => refusing(429, 'too_many_attempts');
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 429 });
    expect(await readAccount()).toBeNull();
  });

  it('a suspended account does not come in by pulling the cable afterwards', async () => {
    await anaWasHere();
    provider.respond = () => refusing(403, 'account_inactive');
    await signIn(MAIL, 'Clave-2026');
    provider.respond = unreachable;
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'unreachable' });
  });

  it('needs network for who was never here, and for an ended session', async () => {
    await anaWasHere();
    expect(await signIn(mailOf(BEA), 'Clave-2026')).toEqual({ type: 'unreachable', cause: 'no_answer' });
    await signIn(MAIL, 'Clave-2026');
    expect(await signIn(MAIL, 'Clave-2026')).toEqual({ type: 'unreachable', cause: 'no_answer' });
    expect((await readAccount())?.gate).toBe('offline');
  });
});

describe('S9 S16 when the network is back after a sign-in without it', () => {
  it('tells the sign-out of before first, and sends only after the sign-in in place', async () => {
    await anaWasHere(false);
    await signIn(MAIL, 'Clave-2026');
    provider.calls = [];
    provider.respond = (path, request) =>
      path.endsWith('/auth/me') ? refusing(401, 'unauthenticated') : answering(ANA)(path, request);
    await revalidateSession();
    expect(provider.calls).toEqual(['POST /api/v1/auth/logout', 'GET /api/v1/auth/me']);
    expect([(await readAccount())?.gate, drains]).toEqual(['offline', []]);
    provider.respond = answering(ANA);
    await signIn(MAIL, 'Clave-2026');
    expect([(await readAccount())?.gate, drains]).toEqual(['open', ['signed_in']]);
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
  });

  it('nothing is looked up by the cookie of whoever was here before', async () => {
    await anaWasHere(false);
    await signIn(MAIL, 'Clave-2026');
    provider.respond = answering(BEA);
    provider.calls = [];
    expect(await lookUpPatient(ANA, 'CC', '9999000017')).toMatchObject({ source: 'device' });
    expect(provider.calls).toEqual([]);
  });

  it("another person's cookie confirms nothing, one's own does", async () => {
    await anaWasHere();
    await signIn(MAIL, 'Clave-2026');
    provider.respond = answering(BEA);
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('offline');
    provider.respond = answering(ANA);
    await revalidateSession();
    expect([(await readAccount())?.gate, drains]).toEqual(['open', ['signed_in']]);
  });
});

describe('D2 a password that changed', () => {
  it('here: the new one opens the device, the old one no longer', async () => {
    await signIn(MAIL, 'Clave-2026');
    const account = await readAccount();
    expect(account && (await rewrapDeviceKey(account, 'Clave-2026', 'Otra-2027'))).toBe(true);
    await confirmedEntry('9999000017');
    await signOut();
    provider.respond = unreachable;
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
    expect(await signIn(MAIL, 'Otra-2027')).toMatchObject({ type: 'signed_in' });
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
  });

  it('elsewhere: the old one opens the device until the new one was used here with network', async () => {
    await anaWasHere();
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    await signOut();
    provider.respond = answering(ANA);
    await signIn(MAIL, 'Otra-2027');
    await signOut();
    provider.respond = unreachable;
    expect(await signIn(MAIL, 'Otra-2027')).toMatchObject({ type: 'signed_in' });
    await signOut();
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
  });

  it('here, but the key could not be wrapped anew: the old copy stays', async () => {
    await signIn(MAIL, 'Clave-2026');
    const account = await readAccount();
    provider.respond = unreachable;
    expect(account && (await rewrapDeviceKey(account, 'Clave-2026', 'Otra-2027'))).toBe(false);
    await signOut();
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });
});

describe('D2 a provider without GET /me/vault-key', () => {
  const keyless =
    (userId: string, session: object = sessionOf(userId)): Respond =>
    (path, request) => {
      if (path.endsWith('/me/vault-key')) return refusing(404, 'not_found');
      return /\/auth\/(login|me)$/.test(path) ? Response.json(session) : answering(userId)(path, request);
    };

  beforeEach(() => {
    provider.respond = keyless(ANA);
  });

  it('the device makes the key, and the password brings it back, with and without network', async () => {
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    await confirmedEntry('9999000017');
    await signOut();
    expect(await db.keys.count()).toBe(0);
    await signIn(MAIL, 'Clave-2026');
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
    await signOut();
    provider.respond = unreachable;
    await signIn(MAIL, 'Clave-2026');
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
  });

  const wordless = () => new Response(null, { status: 404 });
  /** Of the provider's calls but that for the key. */
  const others =
    (respond: Respond): Respond =>
    (path, request) =>
      path.endsWith('/health') ? refusing(404, 'not_found') : respond(path, request);
  const isKeyCall = (path: string) => path.endsWith('/me/vault-key');

  it('a gateway that has lost its provider makes no key', async () => {
    provider.respond = (path, request) =>
      path.endsWith('/auth/login') ? keyless(ANA)(path, request) : wordless();
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'unreachable' });
    expect(await db.deviceKeys.count()).toBe(0);
  });

  it('nor does one whose provider has just come back: it is asked once more', async () => {
    let asked = 0;
    provider.respond = (path, request) =>
      isKeyCall(path) && (asked += 1) === 1 ? wordless() : others(answering(ANA))(path, request);
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect((await db.deviceKeys.toArray()).map(({ origin }) => origin)).toEqual(['provider']);
  });

  it('a provider whose 404 has no words, and which answers otherwise, has none', async () => {
    provider.respond = (path, request) =>
      isKeyCall(path) ? wordless() : others(keyless(ANA))(path, request);
    expect(await signIn(MAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect((await db.deviceKeys.toArray()).map(({ origin }) => origin)).toEqual(['device']);
  });

  it('what is sealed under it stays readable when the provider learns to keep keys', async () => {
    await signIn(MAIL, 'Clave-2026');
    await confirmedEntry('9999000017');
    await signOut();
    provider.respond = answering(ANA);
    await signIn(MAIL, 'Clave-2026');
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
    await signOut();
    expect(await resumeSession(), 'a cookie brings no password').toBeNull();
  });

  it('a change of password wraps it anew', async () => {
    await signIn(MAIL, 'Clave-2026');
    await confirmedEntry('9999000017');
    const account = await readAccount();
    expect(account && (await rewrapDeviceKey(account, 'Clave-2026', 'Otra-2027'))).toBe(true);
    await signOut();
    await signIn(MAIL, 'Otra-2027');
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
  });

  it('a password that was changed elsewhere asks for the one before, once; nothing is lost', async () => {
    await signIn(MAIL, 'Clave-2026');
    await confirmedEntry('9999000017');
    await signOut();
    expect(await signIn(MAIL, 'Otra-2027')).toEqual({ type: 'locked' });
    expect(await signIn(MAIL, 'Otra-2027', 'ninguna')).toEqual({ type: 'locked' });
    expect(await signIn(MAIL, 'Otra-2027', 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
    await signOut();
    expect(await signIn(MAIL, 'Otra-2027')).toMatchObject({ type: 'signed_in' });
  });

  it('never makes a key over what is sealed under another: the call may be missing for a day only', async () => {
    provider.respond = answering(ANA);
    await signIn(MAIL, 'Clave-2026');
    await confirmedEntry('9999000017');
    await db.deviceKeys.clear(); // As after a session that was taken up by its cookie.
    await signOut();
    provider.respond = keyless(ANA);
    expect(await signIn(MAIL, 'Clave-2026')).toEqual({ type: 'locked' });
    provider.respond = answering(ANA);
    await signIn(MAIL, 'Clave-2026');
    expect(await patientsOf(ANA)).toEqual(['Zoraida Quiñones']);
  });

  it('that names no user either: rows belong to a tag of the address, the same at each sign-in', async () => {
    const { user_id: _id, email: _email, ...bare } = sessionOf(ANA);
    provider.respond = keyless(ANA, bare);
    await signIn(MAIL, 'Clave-2026');
    const first = await readAccount();
    expect(first?.userId).toMatch(/^mail:[0-9a-f]{64}$/);
    expect(first?.email).toBe(MAIL);
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
    await signOut();
    await signIn(MAIL.toUpperCase(), 'Clave-2026');
    expect((await readAccount())?.userId).toBe(first?.userId);
  });
});
