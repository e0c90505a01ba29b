import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANA_ID, confirmNewEntry, wipeDevice } from '#tests/support/device/device.ts';
import {
  respondWithSession,
  emailOfUserId,
  createErrorResponse,
  sessionOf,
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { setDrainRequester } from '../outbox/outbox.ts';
import {
  changePassword,
  completeResetAndSignIn,
  createFirstAdminAndSignIn,
  requestPasswordReset,
} from './passwords.ts';
import { fetchServerSignInInfo } from './server-facts.ts';
import { countUnsentEntries, readAccount, signOut } from './session.ts';
import { signIn } from './sign-in.ts';

let server: SessionServer;
let drainReasons: string[];

beforeEach(async () => {
  await wipeDevice();
  drainReasons = [];
  setDrainRequester((reason) => drainReasons.push(reason));
  server = stubServer(respondWithSession(ANA_ID));
});
afterEach(() => vi.unstubAllGlobals());

const respondOnlyAt =
  (path: string, response: () => Response | Promise<Response>): SessionServer['respond'] =>
  (asked, request) =>
    asked.endsWith(path) ? response() : respondWithSession(ANA_ID)(asked, request);

describe('password reset request', () => {
  it('P2 a reset request returns a token only if the server sends one', async () => {
    server.respond = () => Response.json({});
    expect(await requestPasswordReset('a@b.co')).toEqual({ type: 'requested', token: null });
    server.respond = () => Response.json({ reset_token: 'abc' });
    expect(await requestPasswordReset('a@b.co')).toEqual({ type: 'requested', token: 'abc' });
    server.respond = () => new Response(null, { status: 204 });
    expect(await requestPasswordReset('a@b.co')).toEqual({ type: 'requested', token: null });
    server.respond = failAsUnreachable;
    expect(await requestPasswordReset('a@b.co')).toEqual({ type: 'unreachable', cause: 'no_answer' });
  });
});

describe('facts about the server before the sign-in', () => {
  const health = { service: 'ventanilla', status: 'ok', now: '2026-11-20T12:00:00.000Z' };
  const ordinary = { sendsResetLinks: true, awaitsAdministrator: false };

  it('P10.326 P10.327 the device reads from the server whether the server can send mail and whether it awaits its first administrator', async () => {
    server.respond = () =>
      Response.json({ ...health, self_service_reset: false, awaits_first_administrator: true });
    expect(await fetchServerSignInInfo()).toEqual({ sendsResetLinks: false, awaitsAdministrator: true });
  });

  it('P10.326 P10.327 the device uses default facts when the server does not state them or does not respond', async () => {
    server.respond = () => Response.json(health);
    expect(await fetchServerSignInInfo()).toEqual(ordinary);
    server.respond = failAsUnreachable;
    expect(await fetchServerSignInInfo()).toEqual(ordinary);
  });
});

describe('password reset and first administrator', () => {
  const administrator = {
    token: 't',
    email: 'ana@clinica.test',
    display_name: 'Ana',
    password: 'Clave-2026',
  };

  it.each([
    ['a reset', () => completeResetAndSignIn('t', 'Clave-2026'), 'POST /api/v1/auth/password-reset/complete'],
    [
      'the first administrator',
      () => createFirstAdminAndSignIn(administrator),
      'POST /api/v1/setup/administrator',
    ],
  ])('D2 P2.6 signing in by %s fetches the data key and then starts a drain', async (_what, enter, call) => {
    server.respond = (path, request) =>
      path.endsWith('/setup/administrator')
        ? Response.json(sessionOf(ANA_ID), { status: 201 })
        : respondWithSession(ANA_ID)(path, request);
    expect(await enter()).toMatchObject({ type: 'signed_in', account: { userId: ANA_ID, gate: 'open' } });
    expect(server.calls).toEqual([call, 'GET /api/v1/me/vault-key']);
    expect(drainReasons).toEqual(['signed_in']);
    expect(await readAccount()).toMatchObject({ userId: ANA_ID });
  });

  it('P8 a reset with a used token fails and leaves the device signed out', async () => {
    server.respond = () => createErrorResponse(400, 'token_invalid');
    expect(await completeResetAndSignIn('t', 'Clave-2026')).toMatchObject({ type: 'refused', status: 400 });
    expect(await readAccount()).toBeNull();
  });

  it('D2 a password set by a reset works offline', async () => {
    await completeResetAndSignIn('t', 'Clave-2026');
    await signOut();
    server.respond = failAsUnreachable;
    expect(await signIn(emailOfUserId(ANA_ID), 'Clave-2026')).toMatchObject({
      type: 'signed_in',
      account: { gate: 'offline' },
    });
  });
});

describe('P7.4 change of password', () => {
  const CHANGE = '/auth/change-password';
  beforeEach(() => signIn(emailOfUserId(ANA_ID), 'Clave-2026'));

  it('P8 a 401 about the current password keeps the session and the unsent entries', async () => {
    await confirmNewEntry('9999000017');
    server.respond = respondOnlyAt(CHANGE, () => createErrorResponse(401, 'invalid_credentials'));
    expect(await changePassword('mala', 'Otra-2027')).toEqual({ type: 'wrong_password' });
    server.respond = respondOnlyAt(CHANGE, () => new Response(null, { status: 401 }));
    expect(await changePassword('mala', 'Otra-2027')).toEqual({ type: 'wrong_password' });
    expect((await readAccount())?.gate).toBe('open');
    expect(await countUnsentEntries(ANA_ID)).toBe(1);
  });

  it('S9 a 401 about the session expires the session, and another change of password sends no request', async () => {
    server.respond = respondOnlyAt(CHANGE, () => createErrorResponse(401, 'unauthenticated'));
    expect(await changePassword('Clave-2026', 'Otra-2027')).toEqual({ type: 'session_ended' });
    expect((await readAccount())?.gate).toBe('expired');
    server.calls = [];
    expect(await changePassword('Clave-2026', 'Otra-2027')).toEqual({ type: 'session_ended' });
    expect(server.calls).toEqual([]);
  });

  it('a change of password updates the account from the response and keeps unsent entries', async () => {
    await confirmNewEntry('9999000017');
    server.respond = respondOnlyAt(CHANGE, () =>
      Response.json({ ...sessionOf(ANA_ID), display_name: 'Ana Rincón', actions: ['view_dashboard'] }),
    );
    expect(await changePassword('Clave-2026', 'Otra-2027')).toEqual({
      type: 'changed',
      onDevice: true,
    });
    expect(await readAccount()).toMatchObject({
      displayName: 'Ana Rincón',
      actions: ['view_dashboard'],
      gate: 'open',
    });
    expect(await countUnsentEntries(ANA_ID)).toBe(1);
  });

  it('D2 after a change of password the new password works offline and the old one does not', async () => {
    expect(await changePassword('Clave-2026', 'Otra-2027')).toEqual({
      type: 'changed',
      onDevice: true,
    });
    await signOut();
    server.respond = failAsUnreachable;
    expect(await signIn(emailOfUserId(ANA_ID), 'Otra-2027')).toMatchObject({ type: 'signed_in' });
    await signOut();
    expect(await signIn(emailOfUserId(ANA_ID), 'Clave-2026')).toMatchObject({ type: 'refused', status: 401 });
  });

  it('the result of a change of password distinguishes a rejection, with its status, from no response', async () => {
    server.respond = respondOnlyAt(CHANGE, () => createErrorResponse(429, 'rate_limited'));
    expect(await changePassword('a', 'Otra-2027')).toMatchObject({ type: 'refused', status: 429 });
    server.respond = failAsUnreachable;
    expect(await changePassword('a', 'Otra-2027')).toEqual({ type: 'unreachable', cause: 'no_answer' });
  });
});
