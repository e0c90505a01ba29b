import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PasswordResetRequested } from '#contract/records/people/accounts.ts';
import { Session } from '#contract/records/people/auth.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import {
  type Caller,
  type Replica,
  type Server,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startReplica,
  startServer,
} from '../support/server.ts';
import {
  addActiveUser,
  completeReset,
  createUser,
  createResetToken,
  login,
  WIDE_SIGN_IN_LIMITS,
} from '../support/users.ts';

const NEW_PASSWORD = 'Cambiada-2026';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('reset_request', { signInLimits: WIDE_SIGN_IN_LIMITS });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const TOKEN_INVALID_REJECTION = [400, 'token_invalid'];

describe('P7.5 POST /auth/password-reset', () => {
  const request = (email: unknown, headers = {}) =>
    server.anonymous.post('/auth/password-reset', { json: { email }, headers });
  const tokens = async () =>
    (await server.database.pool.query<{ n: number }>('select count(*)::int as n from one_time_tokens'))
      .rows[0]?.n;

  it('P2.3 P7.5 a server without mail gives every address the same response to a reset request, and a link that an administrator made stays valid', async () => {
    const { email, id } = await addActiveUser(server, { branch_id: server.clinic.branches.bogota });
    const token = await createResetToken(admin, id);
    const before = await tokens();
    const addresses = [email, 'nadie@prueba.demo', emailOf('suspended'), emailOf('invited')];
    for (const address of addresses) {
      const reply = await request(address);
      expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    }
    expect(await tokens()).toBe(before);
    expect((await completeReset(server.anonymous, token, PASSWORD)).statusCode).toBe(200);
  });

  it.each([
    ['', 'Ingresa el correo electrónico.'],
    ['no es un correo', 'Escribe un correo válido, como nombre@clinica.com.'],
    [undefined, 'Ingresa el correo electrónico.'],
  ])('the server rejects a reset request with the address %j', async (email, message) => {
    expect(fieldProblemsOf(await request(email))).toEqual({ email: message });
  });

  it('the server limits reset requests per address and per client, like sign-ins', async () => {
    await server.database.pool.query('truncate attempts');
    const limited = await startReplica(server, {
      signInLimits: { ...SIGN_IN_LIMITS, perAddress: 2, perClient: 4 },
    });
    const requestReset = async (email: string) =>
      (await limited.anonymous.post('/auth/password-reset', { json: { email } })).statusCode;
    const statuses: number[] = [];
    for (const name of ['a', 'A', 'a', 'b', 'c']) statuses.push(await requestReset(`${name}@prueba.demo`));
    expect(statuses).toEqual([200, 200, 429, 200, 429]);
    await limited.stop();
  });

  describe('POST /auth/password-reset in local mode', () => {
    let local: Replica;
    beforeAll(async () => {
      local = await startReplica(server, { localMode: true, signInLimits: WIDE_SIGN_IN_LIMITS });
    });
    afterAll(() => local.stop());
    const requestReset = async (email: string) =>
      responseOf(
        PasswordResetRequested,
        await local.anonymous.post('/auth/password-reset', { json: { email } }),
      ).reset_token;

    it('P2.4 P7.5 a reset request in local mode returns the token, which sets the password and signs in', async () => {
      const token = (await requestReset(emailOf('desk').toUpperCase())) ?? '';
      const reply = await completeReset(local.anonymous, token, NEW_PASSWORD);
      expect(responseOf(Session, reply).email).toBe(emailOf('desk'));
    });

    it('an invited account may request a reset; setting the password makes the invitation invalid', async () => {
      const { email, invite_token } = await createUser(admin);
      const token = (await requestReset(email)) ?? '';
      expect((await completeReset(local.anonymous, token, NEW_PASSWORD)).statusCode).toBe(200);
      const late = await completeReset(local.anonymous, invite_token ?? '', NEW_PASSWORD);
      expect(rejectionOf(late)).toEqual(TOKEN_INVALID_REJECTION);
      expect((await login(server, email, NEW_PASSWORD)).statusCode).toBe(200);
    });

    it('a reset request in local mode returns no token for an unknown or suspended account', async () => {
      expect([await requestReset('nadie@prueba.demo'), await requestReset(emailOf('suspended'))]).toEqual([
        undefined,
        undefined,
      ]);
    });

    it.each<Record<string, string>>([
      { host: 'clinica.demo' },
      { host: 'clinica.demo:8080', origin: 'http://clinica.demo:8080' },
      { 'x-forwarded-for': '192.0.2.7' },
      { 'x-forwarded-host': 'clinica.demo' },
      { forwarded: 'for=192.0.2.7' },
      { via: '1.1 proxy' },
    ])(
      'a reset request in local mode returns no token when its headers name a proxy or another host: %j',
      async (headers) => {
        const json = { email: emailOf('doctor') };
        const reply = await local.anonymous.post('/auth/password-reset', { json, headers });
        expect(responseOf(PasswordResetRequested, reply)).toEqual({});
      },
    );

    it('a reset request in local mode returns the token for localhost, 127.0.0.1 and ::1', async () => {
      for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) {
        const json = { email: emailOf('doctor') };
        const reply = await local.anonymous.post('/auth/password-reset', { json, headers: { host } });
        expect(responseOf(PasswordResetRequested, reply).reset_token).toBeDefined();
      }
    });

    it('the log entry of a reset request has only ids and codes', async () => {
      expect(await collectNewLogEntries(server, () => requestReset(emailOf('catalogs')))).toEqual([
        ['reset_link_made', 'done', { user_id: server.clinic.users.catalogs, purpose: 'password_reset' }],
      ]);
    });
  });
});
