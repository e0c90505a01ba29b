// @module-tag landing
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { DEMO_PASSWORD, DEMO_USERS } from '#server/demo/clinic.ts';
import { type ServerProcess, findFreePort, startServer } from '#tests/support/server/server-process.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const programPath = path.join(root, 'dist/server/main.js');
let server: ServerProcess;
/** Server with DEMO=0. Several tests share it, because creating a database takes longer than most of them. */
let emptyServer: ServerProcess;
let metricsAddress: string;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'provider'], { cwd: root });
  const port = String(await findFreePort());
  metricsAddress = `http://127.0.0.1:${port}/metrics`;
  [server, emptyServer] = await Promise.all([
    startServer(),
    startServer({ env: { DEMO: '0', METRICS_PORT: port } }),
  ]);
});
afterAll(async () => {
  await server.destroy();
  await emptyServer.destroy();
});

const isDatabaseRunning = () => findPostmaster(path.join(server.dataDir, 'postgres')) !== null;

function runFailingProgram(
  env: Record<string, string>,
  words: readonly string[] = [],
): { code: number | null; said: string } {
  const outcome = spawnSync(process.execPath, [programPath, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  });
  return { code: outcome.status, said: outcome.stderr };
}

describe('P10.20 server process', () => {
  test('the server prints its address, the e-mail address of every demo user and their password', () => {
    expect(server.output()).toContain(`Ventanilla está lista: ${server.origin}`);
    expect(server.output()).toContain(DEMO_PASSWORD);
    for (const { email } of DEMO_USERS) expect(server.output()).toContain(email);
  });

  test('a server that gets SIGTERM stops its PostgreSQL, ends with exit code 0, and has the same data at the next start', async () => {
    const [before] = await server.query<{ ids: string }>(
      'select string_agg(id::text, $1) as ids from users',
      [','],
    );
    expect(await server.stop()).toBe(0);
    expect(isDatabaseRunning()).toBe(false);
    await server.start();
    expect((await server.query('select string_agg(id::text, $1) as ids from users', [',']))[0]).toEqual(
      before,
    );
  });

  test('a server that gets SIGKILL leaves its PostgreSQL running, and uses it again at the next start', async () => {
    await server.kill();
    expect(isDatabaseRunning()).toBe(true);
    await server.start();
    expect(await server.query('select count(*)::int as n from users')).toEqual([{ n: DEMO_USERS.length }]);
  });

  test('P10.83 the server serves metrics on METRICS_PORT and writes a heartbeat until it stops', async () => {
    expect(emptyServer.output()).toContain(`Cifras: ${metricsAddress}`);
    expect(await (await fetch(metricsAddress)).text()).toContain('ventanilla_database_up 1');
    await expect.poll(() => emptyServer.query('select version from providers')).toHaveLength(1);
    expect(await emptyServer.stop()).toBe(0);
    await expect(fetch(metricsAddress)).rejects.toThrow();
    await emptyServer.start();
    await expect.poll(() => emptyServer.query('select version from providers')).toHaveLength(1);
  });

  test('the server creates no user and no patient data with DEMO=0', async () => {
    expect(await emptyServer.query('select from users union all select from companies')).toEqual([]);
    expect(emptyServer.output()).not.toContain(DEMO_PASSWORD);
  });

  test('the server prints a link for the first administrator at each start with DEMO=0, until that user exists', async () => {
    const links = () => [...emptyServer.output().matchAll(/^ +(http\S+)\/first-admin\?token=([\w-]{43})$/gm)];
    const countStarts = () => emptyServer.output().match(/Para detenerla: Ctrl-C/g)?.length ?? 0;
    const create = async (token: string | undefined) => {
      const body = { token, email: 'jefa@clinica.demo', display_name: 'Jefa', password: 'Aguacero-2026' };
      const headers = { 'content-type': 'application/json' };
      const call = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${emptyServer.origin}/api/v1/setup/administrator`, call)).status;
    };
    const restart = async () => {
      await expect.poll(countStarts).toBeGreaterThan(0);
      const before = countStarts();
      await emptyServer.stop();
      await emptyServer.start();
      await expect.poll(countStarts).toBe(before + 1);
    };
    await restart();
    const printed = links();
    expect(printed.map(([, origin]) => origin)).toEqual(Array(countStarts()).fill(emptyServer.origin));
    expect(await create(printed.at(0)?.[2])).toBe(201);
    expect(await create(printed.at(-1)?.[2])).toBe(400);
    await restart();
    expect(links()).toHaveLength(printed.length);
  });

  test('the server of the local demo clinic returns the reset token for a forgotten password, and prints no link', async () => {
    const [user] = DEMO_USERS;
    const reply = await fetch(`${server.origin}/api/v1/auth/password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email }),
    });
    expect(await reply.json()).toEqual({ reset_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(server.output()).not.toContain('first-admin');
  });
});

describe('P10.20 server start that fails with exit code 1 and one message', () => {
  test('the server does not start with an invalid value of a setting', () => {
    expect(runFailingProgram({ PORT: 'http' })).toEqual({
      code: 1,
      said: 'Ventanilla: PORT tiene que ser un número entero de 0 a 65535 (ahora es "http").\n',
    });
  });

  test('P10.58 the server does not start with incomplete S3_ settings, and prints no key', () => {
    const { code, said } = runFailingProgram({ S3_BUCKET: 'clinica', S3_SECRET_ACCESS_KEY: 'hunter2' });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^Ventanilla: S3_BUCKET necesita también S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID: .*\.\n$/,
    );
    expect(said).not.toContain('hunter2');
  });

  test('P10.60 the server does not start for the command `files move` without a bucket, or for an unknown files command', () => {
    const runFilesCommand = (words: readonly string[]) => runFailingProgram({}, ['files', ...words]);
    expect(runFilesCommand(['move'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/files move necesita S3_ENDPOINT/),
    });
    expect(runFilesCommand(['list'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/npm run files -- move/),
    });
  });

  test('P10.148 the program starts no server when it gets an unknown argument', () => {
    expect(runFailingProgram({ PORT: '0', DATA_DIR: '/nowhere' }, ['restor', '/mnt/copies'])).toEqual({
      code: 1,
      said: 'Ventanilla: No hay un comando "restor": escribe backup, restore, verify o files move, o nada para iniciar el proveedor.\n',
    });
  });

  test('P10.149 the server does not start when it cannot read the backup key file, and creates nothing in the data folder', () => {
    const dataDir = makeScratchFolder('key');
    const { code, said } = runFailingProgram({
      PORT: '0',
      DATA_DIR: dataDir,
      BACKUP_KEY_FILE: '/no/such/key',
    });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^Ventanilla: No se puede leer la llave de las copias \/no\/such\/key \(ENOENT\): .*\n$/,
    );
    expect(fs.readdirSync(dataDir)).toEqual([]);
    fs.rmSync(dataDir, { recursive: true });
  });

  test('when its port is in use, the server stops the database that it started and ends', async () => {
    await emptyServer.stop();
    const { dataDir } = emptyServer;
    const { port } = new URL(server.origin);
    const { code, said } = runFailingProgram({ PORT: port, DATA_DIR: dataDir, DEMO: '0' });
    expect(code).toBe(1);
    expect(said).toContain(
      `Ventanilla: Otro programa ya usa el puerto ${port} de 127.0.0.1: detenlo o elige`,
    );
    expect(findPostmaster(path.join(dataDir, 'postgres'))).toBeNull();
  });

  test('P10.83 when the metrics port is in use, the server stops the database that it started and ends', async () => {
    await emptyServer.stop();
    const { dataDir } = emptyServer;
    const { port } = new URL(server.origin);
    const { code, said } = runFailingProgram({ PORT: '0', METRICS_PORT: port, DATA_DIR: dataDir, DEMO: '0' });
    expect(code).toBe(1);
    expect(said).toContain(`Ventanilla: Otro programa ya usa METRICS_PORT ${port} de 127.0.0.1`);
    expect(findPostmaster(path.join(dataDir, 'postgres'))).toBeNull();
  });

  test('when another server uses the data folder, the new server ends and the other one continues', async () => {
    const { code, said } = runFailingProgram({ PORT: '0', DATA_DIR: server.dataDir });
    expect(code).toBe(1);
    expect(said).toContain('ya trabaja en esta carpeta de datos: detenlo o inicia este con otro DATA_DIR.');
    // The first request may use a connection that the server closed while this process waited for the program.
    await retryUntilPassing(async () =>
      expect((await fetch(`${server.origin}/api/v1/health`)).status).toBe(200),
    );
  });

  test('when DATABASE_URL has no listener, the server ends and does not print the password of the URL', () => {
    const { code, said } = runFailingProgram({
      DATABASE_URL: 'postgres://v:hunter2@127.0.0.1:1/v',
      DATA_DIR: '/nowhere',
    });
    expect(code).toBe(1);
    expect(said).toContain(
      'Ventanilla: No se puede abrir la base de datos de DATABASE_URL en 127.0.0.1:1 (ECONNREFUSED',
    );
    expect(said).toContain('comprueba que ese servidor esté encendido');
    expect(said).not.toContain('hunter2');
  });
});
