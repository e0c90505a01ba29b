import { createHash } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Session } from '#contract/records/people/auth.ts';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { Branding } from '#contract/records/branding.ts';
import { hashPassword } from '#server/platform/access/password.ts';
import { SIGN_IN_LIMITS } from '#server/platform/http/callers/sign-in-limit.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import {
  type Server,
  type Reply,
  responseOf,
  createCaller,
  errorCodeOf,
  cookieOf,
  fieldProblemsOf,
  startReplica,
  startServer,
} from '../support/server.ts';

// Test files of this project share modules (vitest.config.ts). After the reset, this file imports the modules again, with its
// spy.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', { spy: true });

let server: Server;
beforeAll(async () => {
  server = await startServer('session', {
    signInLimits: { ...SIGN_IN_LIMITS, perAddress: 50, perAccount: 200 },
  });
});
afterAll(() => server.stop());

const login = (email: string, password: string, headers = {}): Promise<Reply> =>
  server.anonymous.post('/auth/login', { json: { email, password }, headers });

describe('P7.3 sign-in', () => {
  it('P3.13 P7.3 the sign-in returns the session, and a cookie that scripts cannot read and other sites do not send', async () => {
    const reply = await login(`  ${emailOf('desk').toUpperCase()} `, PASSWORD);
    expect(responseOf(Session, reply)).toEqual({
      branch_id: server.clinic.branches.bogota,
      display_name: 'Persona desk',
      actions: ['register_patients'],
      user_id: server.clinic.users.desk,
      email: emailOf('desk'),
      attachment_max_bytes: ATTACHMENT_MAX_BYTES,
      device_bound: false,
      grantable_permissions: [],
    });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^ventanilla_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('the server stores only the hash of the session token', async () => {
    const token = cookieOf(await login(emailOf('desk'), PASSWORD)).split('=')[1] ?? '';
    const { rows } = await server.database.pool.query<{ kept: Buffer }>(
      'select token_hash as kept from sessions order by created_at desc limit 1',
    );
    expect(rows[0]?.kept).toEqual(createHash('sha256').update(token).digest());
  });

  it('the sign-in gives the same response for an unknown mail address and a wrong password', async () => {
    const unknown = await login('nadie@prueba.demo', PASSWORD);
    const wrong = await login(emailOf('desk'), 'equivocada');
    const suspendedWrong = await login(emailOf('suspended'), 'equivocada');
    // This password matches the dummy hash that the server checks for accounts without a password.
    const invited = await login(emailOf('invited'), 'nobody');
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Credenciales inválidas. Verifica tu correo y contraseña.',
      details: [],
    });
    for (const reply of [wrong, suspendedWrong, invited])
      expect([reply.statusCode, reply.body]).toEqual([401, unknown.body]);
  });

  it('the sign-in checks one hash of equal cost for each mail address, even if the address is unknown or has no password', async () => {
    await server.database.pool.query('update users set password_hash = $1 where email = $2', [
      await hashPassword(PASSWORD),
      emailOf('desk'),
    ]);
    for (const email of [emailOf('desk'), 'nadie@prueba.demo', emailOf('invited')]) {
      vi.mocked(verify).mockClear();
      await login(email, 'equivocada');
      const hashes = vi
        .mocked(verify)
        .mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
      expect(hashes).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    }
  });

  it('the sign-in reports an inactive account only after the right password', async () => {
    const reply = await login(emailOf('suspended'), PASSWORD);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([403, 'account_inactive']);
  });

  it('the sign-in names the missing fields', async () => {
    const reply = await server.anonymous.post('/auth/login', { json: { email: ' ' } });
    expect(fieldProblemsOf(reply)).toEqual({
      email: 'Ingresa tu correo electrónico.',
      password: 'Ingresa tu contraseña.',
    });
  });

  it("a new sign-in ends the browser's earlier session", async () => {
    const first = cookieOf(await login(emailOf('desk'), PASSWORD));
    await login(emailOf('desk'), PASSWORD, { cookie: first });
    expect((await createCaller(server.app, first).get('/auth/me')).statusCode).toBe(401);
  });
});

describe('P10.13 sign-in limits in production', () => {
  beforeEach(() => server.database.pool.query('truncate attempts'));

  it('the sign-in limit rejects the eleventh attempt for a mail address, even with the right password', async () => {
    const limited = await startReplica(server);
    const attempt = (email: string, password: string) =>
      limited.anonymous.post('/auth/login', { json: { email, password } });
    for (let count = 0; count < SIGN_IN_LIMITS.perAddress; count += 1)
      expect((await attempt(emailOf('desk'), 'equivocada')).statusCode).toBe(401);
    const refused = await attempt(emailOf('desk').toUpperCase(), PASSWORD);
    expect([refused.statusCode, errorCodeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt(emailOf('doctor'), PASSWORD)).statusCode).toBe(200);
    await limited.stop();
  });

  it('the sign-in limit per account rejects the fourth attempt for an account when three are allowed, but not an attempt for another account', async () => {
    const signInLimits = { ...SIGN_IN_LIMITS, perAddress: 100, perAccount: 3 };
    const limited = await startReplica(server, { signInLimits });
    const statuses = [];
    for (const name of ['desk', 'desk', 'desk', 'desk', 'doctor'] as const) {
      const json = { email: emailOf(name), password: 'x' };
      statuses.push((await limited.anonymous.post('/auth/login', { json })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 401]);
    await limited.stop();
  });
});

describe('P10.13 session', () => {
  it('P7.3 the session ends at sign-out; the server accepts a sign-out without a session', async () => {
    const receptionist = await server.signIn('desk');
    const reply = await receptionist.post('/auth/logout');
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect(String(reply.headers['set-cookie'])).toContain('ventanilla_session=;');
    expect((await receptionist.get('/auth/me')).statusCode).toBe(401);
    expect((await server.anonymous.post('/auth/logout')).statusCode).toBe(204);
  });

  describe('expiry of a session', () => {
    const day = 24 * 60 * 60_000;
    async function ageing() {
      const start = Date.now();
      const receptionist = await server.signIn('desk');
      return (ms: number) => {
        server.clock.now = new Date(start + ms);
        return receptionist.get('/auth/me');
      };
    }
    afterEach(() => void (server.clock.now = null));

    it('a session ends a week after its last use, and the server records the use at most once an hour', async () => {
      const askAfter = await ageing();
      expect((await askAfter(30 * 60_000)).headers['set-cookie']).toBeUndefined();
      expect((await askAfter(6 * day)).statusCode).toBe(200);
      expect((await askAfter(12 * day)).statusCode).toBe(200);
      expect((await askAfter(19.5 * day)).statusCode).toBe(401);
    });

    it('a session ends thirty days after the sign-in, however often it is used', async () => {
      const askAfter = await ageing();
      for (const days of [6, 12, 18, 24]) expect((await askAfter(days * day)).statusCode).toBe(200);
      expect((await askAfter(29.9 * day)).statusCode).toBe(200);
      expect((await askAfter(30.1 * day)).statusCode).toBe(401);
    });
  });

  it('a session ends when its user is suspended', async () => {
    const medellin = await server.signIn('deskMedellin');
    const { pool } = server.database;
    await pool.query(`update users set status = 'suspended' where email = $1`, [emailOf('deskMedellin')]);
    expect((await medellin.get('/auth/me')).statusCode).toBe(401);
    await pool.query(`update users set status = 'active' where email = $1`, [emailOf('deskMedellin')]);
  });

  it.each(['', 'x', 'ventanilla', 'a'.repeat(5_000), '%00', '%E0%A4%A'])(
    'the invalid session cookie %j opens no session',
    async (token) => {
      const reply = await createCaller(server.app, `ventanilla_session=${token}`).get('/auth/me');
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([401, 'unauthenticated']);
    },
  );
});

describe('P10.23 origin of requests that change data', () => {
  const requestFrom = (headers: Record<string, string>) =>
    server.anonymous.post('/auth/logout', { headers: { host: 'sede.local:8080', ...headers } });

  it.each([
    { origin: 'https://otra.example' },
    { origin: 'http://sede.local' },
    { origin: 'https://sede.local:8080' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('the server rejects a request that changes data when its headers are %j', async (headers) => {
    const reply = await requestFrom(headers);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([403, 'origin_forbidden']);
  });

  it.each([{ origin: 'http://sede.local:8080' }, { 'sec-fetch-site': 'same-origin' }, {}])(
    'the server accepts a request that changes data when its headers are %j',
    async (headers) => {
      expect((await requestFrom(headers)).statusCode).toBe(204);
    },
  );

  it('behind a proxy, the server accepts changes only from the public address, and its cookie is for https only', async () => {
    const proxied = await startReplica(server, { publicUrl: new URL('https://clinica.example') });
    const headers = { origin: 'https://clinica.example' };
    const json = { email: emailOf('desk'), password: PASSWORD };
    const reply = await proxied.anonymous.post('/auth/login', { json, headers });
    expect(reply.statusCode).toBe(200);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-ventanilla_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const session = createCaller(proxied.app, cookieOf(reply));
    expect((await session.get('/auth/me')).statusCode).toBe(200);
    const planted = createCaller(proxied.app, session.cookie.replace('__Host-', ''));
    expect((await planted.get('/auth/me')).statusCode).toBe(401);
    expect(reply.headers['strict-transport-security']).toContain('max-age=31536000');
    const lie = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
    expect(errorCodeOf(await session.post('/auth/logout', { headers: lie }))).toBe('origin_forbidden');
    await proxied.stop();
  });
});

describe('P7.7 active branch', () => {
  const activate = async (person: 'admin' | 'desk' | 'global' | 'branchless', branch_id: string | null) =>
    (await server.as(person)).send('PUT', '/me/branch/active', { json: { branch_id } });

  it('P4.21 P6.2 P7.7 a user with user_management can change and clear the active branch', async () => {
    const { bogota, medellin } = server.clinic.branches;
    expect(responseOf(Session, await activate('admin', medellin)).branch_id).toBe(medellin);
    expect(responseOf(Session, await activate('admin', null)).branch_id).toBeNull();
    expect(responseOf(Session, await activate('admin', bogota)).branch_id).toBe(bogota);
  });

  it("P4.21 the active branch of a user without user_management is the user's own branch and cannot be changed", async () => {
    const { bogota, medellin } = server.clinic.branches;
    expect((await activate('desk', bogota)).statusCode).toBe(200);
    for (const branch of [medellin, null]) expect((await activate('desk', branch)).statusCode).toBe(403);
    expect((await activate('branchless', null)).statusCode).toBe(403);
  });

  it('P7.7 the server rejects an active branch that does not exist or is not active', async () => {
    for (const branch of [server.clinic.branches.closed, server.clinic.users.desk]) {
      const reply = await activate('global', branch);
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([404, 'not_found']);
    }
  });

  it('an open session loses its active branch when the branch is closed', async () => {
    const { pool } = server.database;
    const { medellin } = server.clinic.branches;
    await activate('global', medellin);
    await pool.query('update branches set is_active = false where id = $1', [medellin]);
    const [global, own] = [await server.as('global'), await server.signIn('deskMedellin')];
    for (const person of [global, own])
      expect(responseOf(Session, await person.get('/auth/me')).branch_id).toBeNull();
    await pool.query('update branches set is_active = true where id = $1', [medellin]);
  });

  it("the active branch of a user without user_management follows a change of the user's own branch, also in an open session", async () => {
    const { pool } = server.database;
    const { branches, users } = server.clinic;
    const receptionist = await server.as('desk');
    const activeBranchId = async () => responseOf(Session, await receptionist.get('/auth/me')).branch_id;
    await pool.query('update users set branch_id = $2 where id = $1', [users.desk, branches.medellin]);
    expect(await activeBranchId()).toBe(branches.medellin);
    await pool.query('update users set branch_id = $2 where id = $1', [users.desk, branches.bogota]);
    expect(await activeBranchId()).toBe(branches.bogota);
  });

  it('P7.22 the active branch determines the branding; without a branch all values of the branding are null', async () => {
    const branding = async (person: 'desk' | 'branchless') =>
      responseOf(Branding, await (await server.as(person)).get('/me/branding'));
    expect(await branding('desk')).toMatchObject({
      branch_id: server.clinic.branches.bogota,
      branch_name: 'Bogotá',
      company_name: 'IPS de Prueba (DEMO)',
      contact_phone: '601',
      has_logo: false,
    });
    expect(await branding('branchless')).toMatchObject({ branch_name: null, company_name: null });
  });
});

describe('D2 data key of a user', () => {
  it('the server returns the same data key to a user each time, and a different one to each user', async () => {
    const keyOf = async (person: 'desk' | 'doctor') =>
      (await (await server.as(person)).get('/me/vault-key')).json<{ key: string }>().key;
    expect(await keyOf('desk')).toMatch(/^[\w-]{43}$/);
    expect(await keyOf('desk')).toBe(await keyOf('desk'));
    expect(await keyOf('desk')).not.toBe(await keyOf('doctor'));
  });
});
