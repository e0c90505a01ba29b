import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GUESSABLE_PASSWORD_MESSAGE } from '#contract/records/people/accounts.ts';
import { Session } from '#contract/records/people/auth.ts';
import { Health } from '#contract/records/health.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { buildApp } from '#server/app.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { issueTokenIfNoUsers } from '#server/accounts/commands/users/first-administrator.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { PASSWORD } from '../support/clinic.ts';
import {
  type Reply,
  responseOf,
  createCaller,
  cookieOf,
  fieldProblemsOf,
  rejectionOf,
  statusesOf,
} from '../support/server.ts';
import { completeReset } from '../support/users.ts';

const ONE_DAY_MS = 24 * 60 * 60_000;
let database: TestDatabase;
let app: FastifyInstance;
let currentTime: Date;
beforeEach(async () => {
  currentTime = new Date();
  database = await createTestDatabase('first');
  const { pool } = database;
  app = await buildApp({
    pool,
    files: createDiskFileStore(os.tmpdir()),
    staticDir: null,
    publicUrl: null,
    logger: false,
    clock: () => currentTime,
    awaitsAdministrator: true,
  });
});
afterEach(async () => {
  await app.close();
  await database.drop();
});

const offerFirstAdministratorNow = () => issueTokenIfNoUsers(toDatabase(database.pool), currentTime);
const offerToken = async () => (await offerFirstAdministratorNow()) ?? '';
const postFirstAdministrator = (token: string, fields: object = {}): Promise<Reply> =>
  createCaller(app).post('/setup/administrator', {
    json: { token, email: 'Jefa@Clinica.com', display_name: 'Jefa de Prueba', password: PASSWORD, ...fields },
  });
const readUserEmails = async () =>
  (await database.pool.query<{ email: string }>('select email from users order by email')).rows;
const TOKEN_INVALID_REJECTION = [400, 'token_invalid'];

const awaitsFirstAdministrator = async (): Promise<boolean | undefined> =>
  responseOf(Health, await createCaller(app).get('/health')).awaits_first_administrator;

it('P10.327 /health states that no user exists until the first user is created', async () => {
  expect(await awaitsFirstAdministrator()).toBe(true);
  expect((await postFirstAdministrator(await offerToken())).statusCode).toBe(201);
  await expect.poll(awaitsFirstAdministrator).toBe(false);
});

it('P10.326 /health states that a server without mail sends no links to reset passwords', async () => {
  expect(responseOf(Health, await createCaller(app).get('/health')).self_service_reset).toBe(false);
});

describe('P10.14 first administrator of an empty database', () => {
  it('the first administrator has every permission and no branch and is signed in; the first log entry records the creation', async () => {
    const reply = await postFirstAdministrator(await offerToken());
    expect(reply.statusCode).toBe(201);
    const session = responseOf(Session, reply);
    expect(session).toMatchObject({
      branch_id: null,
      display_name: 'Jefa de Prueba',
      email: 'jefa@clinica.com',
      actions: PERMISSIONS,
    });
    expect((await createCaller(app, cookieOf(reply)).get('/auth/me')).json()).toEqual(session);
    const { rows } = await database.pool.query(
      'select sequence::int, action, status, user_name, detail = jsonb_build_object($1::text, user_id) as own from activity',
      ['user_id'],
    );
    const line = { sequence: 1, action: 'administrator_created', status: 'done' };
    expect(rows).toEqual([{ ...line, user_name: 'Jefa de Prueba', own: true }]);
    const again = await createCaller(app).post('/auth/login', {
      json: { email: 'jefa@clinica.com', password: PASSWORD },
    });
    expect(again.statusCode).toBe(200);
  });

  it('links for the first administrator are valid on all servers; the first use makes all links invalid', async () => {
    const [first = '', second = ''] = (
      await Promise.all([offerFirstAdministratorNow(), offerFirstAdministratorNow()])
    ).map((token) => token ?? '');
    expect((await postFirstAdministrator(first)).statusCode).toBe(201);
    expect(rejectionOf(await postFirstAdministrator(second))).toEqual(TOKEN_INVALID_REJECTION);
    expect(await offerFirstAdministratorNow()).toBeNull();
  });

  it('the last ten links for the first administrator stay valid when a server restarts again and again', async () => {
    const tokens: string[] = [];
    for (let start = 0; start < 12; start += 1) {
      currentTime = new Date(currentTime.getTime() + 1);
      tokens.push(await offerToken());
    }
    expect(rejectionOf(await postFirstAdministrator(tokens[1] ?? ''))).toEqual(TOKEN_INVALID_REJECTION);
    expect((await postFirstAdministrator(tokens[2] ?? '')).statusCode).toBe(201);
  });

  it('a link for the first administrator is valid once, for a day, and not for a password reset', async () => {
    const token = await offerToken();
    expect(rejectionOf(await completeReset(createCaller(app), token, PASSWORD))).toEqual(
      TOKEN_INVALID_REJECTION,
    );
    const start = currentTime;
    currentTime = new Date(start.getTime() + ONE_DAY_MS);
    expect(rejectionOf(await postFirstAdministrator(token))).toEqual(TOKEN_INVALID_REJECTION);
    currentTime = new Date(start.getTime() + ONE_DAY_MS - 1);
    expect((await postFirstAdministrator(token)).statusCode).toBe(201);
    expect(rejectionOf(await postFirstAdministrator(token, { email: 'otra@clinica.com' }))).toEqual(
      TOKEN_INVALID_REJECTION,
    );
    expect(await readUserEmails()).toEqual([{ email: 'jefa@clinica.com' }]);
  });

  it('the server accepts exactly one of two simultaneous uses of the same link for the first administrator', async () => {
    const token = await offerToken();
    const replies = await Promise.all(
      ['una@clinica.com', 'dos@clinica.com'].map((email) => postFirstAdministrator(token, { email })),
    );
    expect(statusesOf(replies)).toEqual([201, 400]);
    expect(await readUserEmails()).toHaveLength(1);
  });

  it('the server rejects missing and malformed fields of the first administrator, and the link stays valid', async () => {
    const token = await offerToken();
    for (const [fields, problems] of [
      [{ token: ' ' }, { token: 'El token es obligatorio.' }],
      [{ email: 'x' }, { email: 'Escribe un correo válido, como nombre@clinica.com.' }],
      [{ display_name: ' . ' }, { display_name: 'Ingresa el nombre.' }],
      [{ password: 'corta' }, { password: 'La contraseña debe tener al menos 8 caracteres.' }],
      // This password is among the first that an attacker tries.
      [{ password: 'Administrador1' }, { password: GUESSABLE_PASSWORD_MESSAGE }],
    ] as const) {
      const reply = await postFirstAdministrator(token, fields);
      expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, problems]);
    }
    expect((await postFirstAdministrator(token)).statusCode).toBe(201);
  });
});
