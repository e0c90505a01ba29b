import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  listEntryPatientNames,
  wipeDevice,
} from '#tests/support/device/device.ts';
import {
  respondWithSession,
  emailOfUserId,
  createErrorResponse,
  sessionOf,
  stubServer,
  failAsUnreachable,
  type RequestResponder,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { lookUpPatient } from '../reads/lookup.ts';
import { drainInThisContext, setDrainRequester } from '../outbox/outbox.ts';
import { readAccount, revalidateSession, signOut } from './session.ts';
import { resumeSession, signIn } from './sign-in.ts';
import { rewrapDataKeyCopy } from './user-key.ts';

let server: SessionServer;
let drainReasons: string[];
const ANA_EMAIL = emailOfUserId(ANA_ID);

beforeEach(async () => {
  await wipeDevice();
  drainReasons = [];
  server = stubServer(respondWithSession(ANA_ID));
  setDrainRequester((reason) => drainReasons.push(reason));
  const request = (_name: string, drain: () => Promise<unknown>) => drain();
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Signs Ana in online, registers a patient and signs out. The network fails after the sign-out, or before it if `leavesOnline`
 * is false. Returns the entry id.
 */
async function signInAnaAndSignOut(leavesOnline = true): Promise<string> {
  await signIn(ANA_EMAIL, 'Clave-2026');
  const entryId = await confirmNewEntry('9999000017');
  if (!leavesOnline) server.respond = failAsUnreachable;
  await signOut();
  server.respond = failAsUnreachable;
  [server.calls, drainReasons] = [[], []];
  return entryId;
}

describe('D2 sign-in without network', () => {
  it('an offline sign-in with the right password decrypts the user’s data on the device and sends nothing', async () => {
    await signInAnaAndSignOut();
    expect(await signIn(` ${ANA_EMAIL.toUpperCase()}`, 'Clave-2026')).toMatchObject({
      type: 'signed_in',
      account: { userId: ANA_ID, displayName: 'Persona', gate: 'offline' },
    });
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
    await confirmNewEntry('9999000018');
    expect(await drainInThisContext('person')).toBe('gate_closed');
    expect(server.calls).toEqual(['POST /api/v1/auth/login']);
  });

  it.each<[string, RequestResponder]>([
    ['a portal', () => new Response('<html>')],
    ['a gateway without its provider', () => new Response('Bad gateway', { status: 502 })],
  ])(
    "a sign-in checks the password with the device's copy of the data key when %s responds in place of the server",
    async (_who, respond) => {
      await signInAnaAndSignOut();
      server.respond = respond;
      expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    },
  );

  it('an offline sign-in rejects a wrong password with the same text as the server and delays the next attempt', async () => {
    await signInAnaAndSignOut();
    // The clock is frozen, because on a busy machine deriving a key may take longer than the delay that follows a wrong
    // password.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await signIn(ANA_EMAIL, 'clave-2026')).toMatchObject({ type: 'refused', status: 401 });
    expect(await readAccount()).toBeNull();
    const next = await signIn(ANA_EMAIL, 'Clave-2026');
    expect(next.type).toBe('wait');
    vi.setSystemTime(Date.now() + 1_000);
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });

  it("a sign-in rejects a password that the server rejects, even if it unwraps the device's copy of the data key", async () => {
    await signInAnaAndSignOut();
    server.respond = () => createErrorResponse(401, 'invalid_credentials');
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
    server.respond = () => createErrorResponse(429, 'too_many_attempts');
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 429 });
    expect(await readAccount()).toBeNull();
  });

  it('a suspended user cannot sign in offline after the server has rejected the account', async () => {
    await signInAnaAndSignOut();
    server.respond = () => createErrorResponse(403, 'account_inactive');
    await signIn(ANA_EMAIL, 'Clave-2026');
    server.respond = failAsUnreachable;
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'unreachable' });
  });

  it('an offline sign-in is impossible for a user who is new to the device, and while a user is signed in', async () => {
    await signInAnaAndSignOut();
    expect(await signIn(emailOfUserId(BEA_ID), 'Clave-2026')).toEqual({
      type: 'unreachable',
      cause: 'no_answer',
    });
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toEqual({ type: 'unreachable', cause: 'no_answer' });
    expect((await readAccount())?.gate).toBe('offline');
  });
});

describe('S9 S16 network that comes back after an offline sign-in', () => {
  it('after an offline sign-in the device reports the earlier sign-out first, and sends entries only after an online sign-in', async () => {
    await signInAnaAndSignOut(false);
    await signIn(ANA_EMAIL, 'Clave-2026');
    server.calls = [];
    server.respond = (path, request) =>
      path.endsWith('/auth/me')
        ? createErrorResponse(401, 'unauthenticated')
        : respondWithSession(ANA_ID)(path, request);
    await revalidateSession();
    expect(server.calls).toEqual(['POST /api/v1/auth/logout', 'GET /api/v1/auth/me']);
    expect([(await readAccount())?.gate, drainReasons]).toEqual(['offline', []]);
    server.respond = respondWithSession(ANA_ID);
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect([(await readAccount())?.gate, drainReasons]).toEqual(['open', ['signed_in']]);
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
  });

  it('an offline sign-in sends no patient lookup, which would use the previous user’s cookie', async () => {
    await signInAnaAndSignOut(false);
    await signIn(ANA_EMAIL, 'Clave-2026');
    server.respond = respondWithSession(BEA_ID);
    server.calls = [];
    expect(await lookUpPatient(ANA_ID, 'CC', '9999000017')).toMatchObject({ source: 'device' });
    expect(server.calls).toEqual([]);
  });

  it("after an offline sign-in the device ignores another user's cookie and accepts the user’s own", async () => {
    await signInAnaAndSignOut();
    await signIn(ANA_EMAIL, 'Clave-2026');
    server.respond = respondWithSession(BEA_ID);
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('offline');
    server.respond = respondWithSession(ANA_ID);
    await revalidateSession();
    expect([(await readAccount())?.gate, drainReasons]).toEqual(['open', ['signed_in']]);
  });
});

describe('D2 password that was changed', () => {
  it('after a change on this device the new password works offline and the old one does not', async () => {
    await signIn(ANA_EMAIL, 'Clave-2026');
    const account = await readAccount();
    expect(account && (await rewrapDataKeyCopy(account, 'Clave-2026', 'Otra-2027'))).toBe(true);
    await confirmNewEntry('9999000017');
    await signOut();
    server.respond = failAsUnreachable;
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 });
    expect(await signIn(ANA_EMAIL, 'Otra-2027')).toMatchObject({ type: 'signed_in' });
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
  });

  it('after a password change on another device, the old password works offline until an online sign-in with the new one on this device', async () => {
    await signInAnaAndSignOut();
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    await signOut();
    server.respond = respondWithSession(ANA_ID);
    await signIn(ANA_EMAIL, 'Otra-2027');
    await signOut();
    server.respond = failAsUnreachable;
    expect(await signIn(ANA_EMAIL, 'Otra-2027')).toMatchObject({ type: 'signed_in' });
    await signOut();
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
  });

  it('the device keeps its copy of the data key unchanged when wrapping the key with the new password failed', async () => {
    await signIn(ANA_EMAIL, 'Clave-2026');
    const account = await readAccount();
    server.respond = failAsUnreachable;
    expect(account && (await rewrapDataKeyCopy(account, 'Clave-2026', 'Otra-2027'))).toBe(false);
    await signOut();
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
  });
});

describe('D2 server without GET /me/vault-key', () => {
  const respondWithoutKeys =
    (userId: string, session: object = sessionOf(userId)): RequestResponder =>
    (path, request) => {
      if (path.endsWith('/me/vault-key')) return createErrorResponse(404, 'not_found');
      return /\/auth\/(login|me)$/.test(path)
        ? Response.json(session)
        : respondWithSession(userId)(path, request);
    };

  beforeEach(() => {
    server.respond = respondWithoutKeys(ANA_ID);
  });

  it('the device creates the data key when the server stores none, and unwraps it with the password, online and offline', async () => {
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    await confirmNewEntry('9999000017');
    await signOut();
    expect(await db.keys.count()).toBe(0);
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
    await signOut();
    server.respond = failAsUnreachable;
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
  });

  const emptyRejection = () => new Response(null, { status: 404 });
  const respondToOthers =
    (respond: RequestResponder): RequestResponder =>
    (path, request) =>
      path.endsWith('/health') ? createErrorResponse(404, 'not_found') : respond(path, request);
  const isKeyCall = (path: string) => path.endsWith('/me/vault-key');

  it('the device creates no data key when a gateway does not reach the server', async () => {
    server.respond = (path, request) =>
      path.endsWith('/auth/login') ? respondWithoutKeys(ANA_ID)(path, request) : emptyRejection();
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'unreachable' });
    expect(await db.deviceKeys.count()).toBe(0);
  });

  it('the device requests the data key a second time when the server has just recovered, and creates none', async () => {
    let asked = 0;
    server.respond = (path, request) =>
      isKeyCall(path) && (asked += 1) === 1
        ? emptyRejection()
        : respondToOthers(respondWithSession(ANA_ID))(path, request);
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect((await db.deviceKeys.toArray()).map(({ origin }) => origin)).toEqual(['provider']);
  });

  it('the device creates a data key when the key request gets a 404 without a message and other calls work', async () => {
    server.respond = (path, request) =>
      isKeyCall(path) ? emptyRejection() : respondToOthers(respondWithoutKeys(ANA_ID))(path, request);
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect((await db.deviceKeys.toArray()).map(({ origin }) => origin)).toEqual(['device']);
  });

  it('encrypted data stay readable when the server begins to store data keys', async () => {
    await signIn(ANA_EMAIL, 'Clave-2026');
    await confirmNewEntry('9999000017');
    await signOut();
    server.respond = respondWithSession(ANA_ID);
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
    await signOut();
    expect(await resumeSession(), 'a cookie brings no password').toBeNull();
  });

  it('the device wraps its own data key again after a change of password', async () => {
    await signIn(ANA_EMAIL, 'Clave-2026');
    await confirmNewEntry('9999000017');
    const account = await readAccount();
    expect(account && (await rewrapDataKeyCopy(account, 'Clave-2026', 'Otra-2027'))).toBe(true);
    await signOut();
    await signIn(ANA_EMAIL, 'Otra-2027');
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
  });

  it('after a password change on another device, the device requests the previous password once, and no data are lost', async () => {
    await signIn(ANA_EMAIL, 'Clave-2026');
    await confirmNewEntry('9999000017');
    await signOut();
    expect(await signIn(ANA_EMAIL, 'Otra-2027')).toEqual({ type: 'locked' });
    expect(await signIn(ANA_EMAIL, 'Otra-2027', 'ninguna')).toEqual({ type: 'locked' });
    expect(await signIn(ANA_EMAIL, 'Otra-2027', 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
    await signOut();
    expect(await signIn(ANA_EMAIL, 'Otra-2027')).toMatchObject({ type: 'signed_in' });
  });

  it("the device creates no second data key while encrypted data exist, because the server's key call may be missing only temporarily", async () => {
    server.respond = respondWithSession(ANA_ID);
    await signIn(ANA_EMAIL, 'Clave-2026');
    await confirmNewEntry('9999000017');
    await db.deviceKeys.clear(); // A device whose session was resumed by its cookie has no copy of the data key either.
    await signOut();
    server.respond = respondWithoutKeys(ANA_ID);
    expect(await signIn(ANA_EMAIL, 'Clave-2026')).toEqual({ type: 'locked' });
    server.respond = respondWithSession(ANA_ID);
    await signIn(ANA_EMAIL, 'Clave-2026');
    expect(await listEntryPatientNames(ANA_ID)).toEqual(['Zoraida Quiñones']);
  });

  it('the device stores rows under a stable tag of the e-mail address when the server sends neither keys nor user ids', async () => {
    const { user_id: _id, email: _email, ...bare } = sessionOf(ANA_ID);
    server.respond = respondWithoutKeys(ANA_ID, bare);
    await signIn(ANA_EMAIL, 'Clave-2026');
    const first = await readAccount();
    expect(first?.userId).toMatch(/^mail:[0-9a-f]{64}$/);
    expect(first?.email).toBe(ANA_EMAIL);
    await revalidateSession();
    expect((await readAccount())?.gate).toBe('open');
    await signOut();
    await signIn(ANA_EMAIL.toUpperCase(), 'Clave-2026');
    expect((await readAccount())?.userId).toBe(first?.userId);
  });
});
