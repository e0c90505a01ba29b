import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GUESSABLE_PASSWORD_MESSAGE } from '#contract/records/people/accounts.ts';
import { Session } from '#contract/records/people/auth.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { PASSWORD } from '../support/clinic.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import {
  type Caller,
  type Server,
  responseOf,
  createCaller,
  cookieOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import {
  addActiveUser,
  completeReset,
  createUser,
  fetchSessionStatusCode,
  createResetToken,
  patchUserStatus,
  login,
  signInByPassword,
  WIDE_SIGN_IN_LIMITS,
} from '../support/users.ts';
vi.hoisted(() => vi.resetModules()); // Resets the modules for the reason given in session.test.ts.
vi.mock('@node-rs/argon2', { spy: true });

const HOUR_IN_MS = 60 * 60_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;
const NEW_PASSWORD = 'Cambiada-2026';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('reset', { signInLimits: WIDE_SIGN_IN_LIMITS });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const TOKEN_INVALID_REJECTION = [400, 'token_invalid'];

describe('P7.6 POST /auth/password-reset/complete', () => {
  const keepClock = async (at: number, work: () => Promise<void>) => {
    server.clock.now = new Date(at);
    await work().finally(() => {
      server.clock.now = null;
    });
  };

  it('P7.6 completing an invitation activates the account, signs in, and increments the account’s revision', async () => {
    const user = await createUser(admin, { actions: ['register_patients'] });
    const reply = await completeReset(server.anonymous, user.invite_token ?? '', PASSWORD);
    expect(responseOf(Session, reply)).toMatchObject({ user_id: user.id, actions: ['register_patients'] });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^ventanilla_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/,
    );
    const { rows } = await server.database.pool.query('select status, revision from users where id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ status: 'active', revision: 2 }]);
    expect((await login(server, user.email, PASSWORD)).statusCode).toBe(200);
  });

  it('P7.6 a completed reset ends every session of the user, and the other session of the browser that completed it', async () => {
    const { id, email } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const [there, here] = [
      await signInByPassword(server, email, PASSWORD),
      await signInByPassword(server, email, PASSWORD),
    ];
    const other = await server.signIn('nobody');
    const token = await createResetToken(admin, id);
    const { rows } = await server.database.pool.query<{ kept: Buffer }>(
      'select token_hash as kept from one_time_tokens order by created_at desc limit 1',
    );
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows[0]?.kept, 'the hash of the token alone').toEqual(createHash('sha256').update(token).digest());
    let cookie = '';
    const lines = await collectNewLogEntries(server, async () => {
      cookie = cookieOf(await completeReset(other, token, NEW_PASSWORD));
    });
    expect(lines).toEqual([['password_reset', 'done', { purpose: 'password_reset' }]]);
    const fresh = createCaller(server.app, cookie);
    const statuses = await Promise.all([there, here, other, fresh].map(fetchSessionStatusCode));
    expect(statuses).toEqual([401, 401, 401, 200]);
    expect((await login(server, email, PASSWORD)).statusCode).toBe(401);
  });

  it('an unknown, used or replaced reset token gets the same rejection, and the server computes no password hash for it', async () => {
    const { id } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const replaced = await createResetToken(admin, id);
    const used = await createResetToken(admin, id);
    const unknown = await completeReset(server.anonymous, 'x'.repeat(43), PASSWORD);
    await completeReset(server.anonymous, used, PASSWORD);
    vi.mocked(hash).mockClear();
    const others = [
      await completeReset(server.anonymous, replaced, PASSWORD),
      await completeReset(server.anonymous, used, PASSWORD),
    ];
    expect(rejectionOf(unknown)).toEqual(TOKEN_INVALID_REJECTION);
    expect(unknown.json()).toMatchObject({
      message: 'El token no es válido o la nueva contraseña no cumple los requisitos.',
    });
    for (const reply of others) expect(reply.body).toBe(unknown.body);
    expect(hash).not.toHaveBeenCalled();
  });

  it.each([
    ['a reset, one hour', HOUR_IN_MS],
    ['an invitation, seven days', 7 * DAY_IN_MS],
  ])('the server accepts a link until it expires, and rejects it from then on: %s', async (_name, life) => {
    const createUserLink = async () => {
      const user = await createUser(admin);
      if (life === 7 * DAY_IN_MS) return user.invite_token ?? '';
      await patchUserStatus(admin, user.id, 'active');
      return createResetToken(admin, user.id);
    };
    const start = Date.now();
    await keepClock(start, async () => {
      const [late, inTime] = [await createUserLink(), await createUserLink()];
      server.clock.now = new Date(start + life);
      expect(rejectionOf(await completeReset(server.anonymous, late, PASSWORD))).toEqual(
        TOKEN_INVALID_REJECTION,
      );
      server.clock.now = new Date(start + life - 1);
      expect((await completeReset(server.anonymous, inTime, PASSWORD)).statusCode).toBe(200);
    });
  });

  it('the server accepts exactly one of two simultaneous uses of a reset link', async () => {
    const { id, email } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const token = await createResetToken(admin, id);
    const passwords = ['Primera-2026', 'Segunda-2026'];
    const replies = await Promise.all(
      passwords.map((password) => completeReset(server.anonymous, token, password)),
    );
    expect(statusesOf(replies)).toEqual([200, 400]);
    const winner = replies.findIndex(({ statusCode }) => statusCode === 200);
    expect((await login(server, email, passwords[winner] ?? '')).statusCode).toBe(200);
    expect((await login(server, email, passwords[1 - winner] ?? '')).statusCode).toBe(401);
  });

  it('when two reset links of one user are made at once, the server accepts only one of them', async () => {
    const { id } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const [one, two] = await Promise.all([createResetToken(admin, id), createResetToken(admin, id)]);
    const { rows } = await server.database.pool.query(
      'select 1 from one_time_tokens where user_id = $1 and used_at is null',
      [id],
    );
    expect(rows).toHaveLength(1);
    const replies = [
      await completeReset(server.anonymous, one, PASSWORD),
      await completeReset(server.anonymous, two, PASSWORD),
    ];
    expect(statusesOf(replies)).toEqual([200, 400]);
  });

  it('L2 the server rejects the reset link of a suspended account, also after the account was reactivated', async () => {
    const { id } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const token = await createResetToken(admin, id);
    await patchUserStatus(admin, id, 'suspended');
    const reply = await completeReset(server.anonymous, token, PASSWORD);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({
      code: 'account_inactive',
      message: 'La cuenta está inactiva. Contacta al administrador.',
    });
    await patchUserStatus(admin, id, 'active');
    expect(rejectionOf(await completeReset(server.anonymous, token, PASSWORD))).toEqual(
      TOKEN_INVALID_REJECTION,
    );
  });

  it('a sign-in opens no session when its old password was checked before a reset completed', async () => {
    const { id, email } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const token = await createResetToken(admin, id);
    const release = await holdLocks(server, `select from users where id = '${id}' for update`);
    const reset = completeReset(server.anonymous, token, NEW_PASSWORD);
    await expect.poll(() => countStatementsWaitingForLock(server)).toBe(1);
    const old = login(server, email, PASSWORD);
    await expect.poll(() => countStatementsWaitingForLock(server)).toBe(2);
    await release();
    expect((await reset).statusCode).toBe(200);
    expect(rejectionOf(await old)).toEqual([401, 'invalid_credentials']);
  });

  it.each([
    [{ token: '', new_password: PASSWORD }, { token: 'El token es obligatorio.' }],
    [{ new_password: PASSWORD }, { token: 'El token es obligatorio.' }],
    [
      { token: 'x', new_password: 'corta' },
      { new_password: 'La contraseña debe tener al menos 8 caracteres.' },
    ],
  ])('P9.13 the server rejects the completion of a reset with the body %j', async (json, problems) => {
    const reply = await server.anonymous.post('/auth/password-reset/complete', { json });
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, problems]);
  });

  it('the server rejects a new password that is easy to guess, and the link stays valid', async () => {
    const { id } = await addActiveUser(server, { display_name: 'Zoraida Quintero' });
    const token = await createResetToken(admin, id);
    const reply = await completeReset(server.anonymous, token, 'Quintero-1990');
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([
      400,
      { new_password: GUESSABLE_PASSWORD_MESSAGE },
    ]);
    expect((await completeReset(server.anonymous, token, NEW_PASSWORD)).statusCode).toBe(200);
  });
});
