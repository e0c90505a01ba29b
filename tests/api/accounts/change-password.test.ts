import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUESSABLE_PASSWORD_MESSAGE } from '#contract/records/people/accounts.ts';
import { Session } from '#contract/records/people/auth.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { readActivityLog, lastLogSequence, collectNewLogEntries } from '../support/activity.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
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
  fetchSessionStatusCode,
  createResetToken,
  login,
  signInByPassword,
  WIDE_SIGN_IN_LIMITS,
} from '../support/users.ts';

const NEW_PASSWORD = 'Cambiada-2026';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('change', { signInLimits: WIDE_SIGN_IN_LIMITS });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const TOKEN_INVALID_REJECTION = [400, 'token_invalid'];

describe('P7.4 POST /auth/change-password', () => {
  const change = (session: Caller, current_password: string, new_password = NEW_PASSWORD) =>
    session.post('/auth/change-password', { json: { current_password, new_password } });

  it('P7.4 a password change replaces the session’s cookie, ends the user’s other sessions and password links, and is logged', async () => {
    const { email, id } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const [here, there] = [
      await signInByPassword(server, email, PASSWORD),
      await signInByPassword(server, email, PASSWORD),
    ];
    const token = await createResetToken(admin, id);
    let cookie = '';
    const lines = await collectNewLogEntries(server, async () => {
      const reply = await change(here, PASSWORD);
      expect(responseOf(Session, reply)).toMatchObject({ user_id: id, email });
      cookie = cookieOf(reply);
    });
    expect(lines).toEqual([['password_changed', 'done', {}]]);
    const goesOn = createCaller(server.app, cookie);
    expect(await Promise.all([goesOn, here, there, admin].map(fetchSessionStatusCode))).toEqual([
      200, 401, 401, 200,
    ]);
    expect((await here.get('/me/vault-key')).statusCode).toBe(401);
    expect(rejectionOf(await completeReset(server.anonymous, token, PASSWORD))).toEqual(
      TOKEN_INVALID_REJECTION,
    );
    expect((await login(server, email, PASSWORD)).statusCode).toBe(401);
    expect((await login(server, email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('a password change keeps the session’s branch and end time', async () => {
    const { medellin } = server.clinic.branches;
    const { email } = await addActiveUser(server, { actions: ['user_management'] });
    const here = await signInByPassword(server, email, PASSWORD);
    await here.send('PUT', '/me/branch/active', { json: { branch_id: medellin } });
    const selectSessionLifetime = () =>
      server.database.pool.query(
        `select s.created_at, s.expires_at from sessions s join users u on u.id = s.user_id
         where u.email = $1 and s.active_branch_id = $2`,
        [email, medellin],
      );
    const before = (await selectSessionLifetime()).rows;
    expect(responseOf(Session, await change(here, PASSWORD)).branch_id).toBe(medellin);
    expect((await selectSessionLifetime()).rows).toEqual(before);
  });

  it('the server rejects a wrong current password, logs the attempt and changes nothing', async () => {
    const { email, id } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const [here, there] = [
      await signInByPassword(server, email, PASSWORD),
      await signInByPassword(server, email, PASSWORD),
    ];
    const since = await lastLogSequence(server);
    const reply = await change(here, 'equivocada');
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({
      code: 'invalid_credentials',
      message: 'La contraseña actual no es válida.',
      details: [],
    });
    const reported = {
      action: 'password_changed',
      status: 'refused',
      detail: { code: 'invalid_credentials' },
    };
    await expect.poll(() => readActivityLog(server, since)).toMatchObject([{ ...reported, user_id: id }]);
    expect(await Promise.all([here, there].map(fetchSessionStatusCode))).toEqual([200, 200]);
    expect((await login(server, email, PASSWORD)).statusCode).toBe(200);
  });

  it.each([
    ['', '12345678', { current_password: 'Ingresa la contraseña actual.' }],
    [PASSWORD, '1234567', { new_password: 'La contraseña debe tener al menos 8 caracteres.' }],
    [PASSWORD, 'x'.repeat(201), { new_password: 'La contraseña es demasiado larga.' }],
    [PASSWORD, 'Contraseña2026', { new_password: GUESSABLE_PASSWORD_MESSAGE }],
    [PASSWORD, 'prueba.desk', { new_password: GUESSABLE_PASSWORD_MESSAGE }],
  ])('P5.14 the server rejects a password change from %j to %j', async (current, next, problems) => {
    const reply = await change(await server.as('desk'), current, next);
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, problems]);
  });

  it('the server accepts only one of two simultaneous changes of a password', async () => {
    const { email } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const sessions = [
      await signInByPassword(server, email, PASSWORD),
      await signInByPassword(server, email, PASSWORD),
    ];
    const replies = await Promise.all(
      sessions.map((session, index) => change(session, PASSWORD, `Aguacero-000${index}`)),
    );
    expect(statusesOf(replies)).toEqual([200, 401]);
    const winner = replies.findIndex(({ statusCode }) => statusCode === 200);
    expect((await login(server, email, `Aguacero-000${winner}`)).statusCode).toBe(200);
    expect(await Promise.all(sessions.map(fetchSessionStatusCode))).toEqual([401, 401]);
    const won = replies.filter(({ statusCode }) => statusCode === 200).map(cookieOf);
    expect(
      await Promise.all(won.map((cookie) => fetchSessionStatusCode(createCaller(server.app, cookie)))),
    ).toEqual([200]);
  });

  it('the server limits password changes like sign-ins, so that a stolen session cannot be used to guess the password', async () => {
    const limited = await startServer('change_limit', {
      signInLimits: { ...SIGN_IN_LIMITS, perAddress: 3 },
    });
    const receptionist = await limited.as('desk');
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await change(receptionist, 'equivocada')).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await change(await limited.as('doctor'), PASSWORD)).statusCode).toBe(200);
    await limited.stop();
  });
});

describe('rejected sign-in', () => {
  it('P10.12 the server logs a rejected sign-in of an existing account, but not a sign-in with an unknown mail address', async () => {
    const since = await lastLogSequence(server);
    await login(server, 'nadie@prueba.demo', 'x');
    await login(server, emailOf('suspended'), PASSWORD);
    await expect.poll(() => readActivityLog(server, since)).toHaveLength(1);
    await login(server, emailOf('desk'), 'equivocada');
    await expect.poll(() => readActivityLog(server, since)).toHaveLength(2);
    const { users, branches } = server.clinic;
    expect(await readActivityLog(server, since)).toMatchObject([
      {
        action: 'sign_in',
        status: 'refused',
        user_id: users.suspended,
        detail: { code: 'account_inactive' },
      },
      {
        action: 'sign_in',
        status: 'refused',
        user_id: users.desk,
        branch_id: branches.bogota,
        detail: { code: 'invalid_credentials' },
      },
    ]);
  });
});
