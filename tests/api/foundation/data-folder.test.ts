// @module-tag landing
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { preparePostgresBinaries } from '#server/platform/database/embedded/binaries.ts';
import { findServiceUser } from '#server/platform/database/embedded/service-user.ts';
import { startEmbeddedDatabase } from '#server/platform/database/embedded/supervisor.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';

const isRoot = process.getuid?.() === 0;
let scratch: string;
beforeEach(() => {
  scratch = makeScratchFolder('folder');
});
afterEach(() => fs.rmSync(scratch, { recursive: true, force: true }));

async function startTwiceAndQuery(dataDir: string): Promise<string> {
  const first = await startEmbeddedDatabase({ dataDir });
  await queryDatabase(first.connection, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await startEmbeddedDatabase({ dataDir });
  expect(await queryDatabase(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await second.stop();
  return second.connection.host;
}

async function queryDatabase(
  connection: ConstructorParameters<typeof Client>[0],
  sql: string,
): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

describe('P10.20 data folder', () => {
  test('PostgreSQL runs in a data folder whose name has spaces, quotes, commas, dollars and ñ; the socket is next to the data', async () => {
    const dataDir = path.join(scratch, 'Años de "prueba", $HOME y más\'s');
    expect(await startTwiceAndQuery(dataDir)).toBe(path.join(dataDir, 'run'));
  });

  test(
    'PostgreSQL runs in a data folder whose path is too long for a socket; the socket is then in another folder',
    { tags: ['thorough'] },
    async () => {
      const dataDir = path.join(scratch, 'a'.repeat(60), 'b'.repeat(60));
      const socketDir = await startTwiceAndQuery(dataDir);
      expect(socketDir.startsWith(scratch)).toBe(false);
      expect(fs.existsSync(socketDir)).toBe(false);
    },
  );

  test.skipIf(!isRoot)(
    'PostgreSQL runs in a data folder inside a folder that only root can enter',
    async () => {
      fs.mkdirSync(path.join(scratch, 'private'), { mode: 0o700 });
      const socketDir = await startTwiceAndQuery(path.join(scratch, 'private', 'data'));
      expect(socketDir.startsWith(scratch)).toBe(false);
      expect(fs.existsSync(socketDir)).toBe(false);
    },
  );

  test('the server start fails with one message when the data folder cannot be created', async () => {
    fs.writeFileSync(path.join(scratch, 'file'), '');
    const dataDir = path.join(scratch, 'file', 'data');
    await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow(
      `No se puede escribir en la carpeta de datos ${dataDir} (ENOTDIR): elige otro DATA_DIR o cambia su dueño.`,
    );
  });

  test('the server start fails with one message when the data folder is from another PostgreSQL version', async () => {
    fs.mkdirSync(path.join(scratch, 'postgres'));
    fs.writeFileSync(path.join(scratch, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startEmbeddedDatabase({ dataDir: scratch })).rejects.toThrow(
      'es de PostgreSQL 17 y este programa trae el 18',
    );
  });
});

describe('P10.20 PostgreSQL executables', { tags: ['thorough'] }, () => {
  const shippedBinaries = async () =>
    path.resolve((await preparePostgresBinaries(findServiceUser())).folder, '..');

  /** Unpacks the package without symbolic links, as npm does when install scripts are disabled. */
  async function unpackWithoutLinks(into: string): Promise<string> {
    const native = path.join(into, 'native');
    fs.cpSync(await shippedBinaries(), native, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !fs.lstatSync(file).isSymbolicLink(),
    });
    fs.writeFileSync(path.join(into, 'package.json'), JSON.stringify({ version: into }));
    return native;
  }

  test('PostgreSQL runs when npm created no symbolic links, because the server creates them', async () => {
    const native = await unpackWithoutLinks(scratch);
    const bare = spawnSync(path.join(native, 'bin/initdb'), ['--version'], { env: {} });
    expect(bare.status).not.toBe(0);
    const { folder } = await preparePostgresBinaries(findServiceUser(), native);
    expect(folder).toBe(path.join(native, 'bin'));
  });

  test.skipIf(!isRoot)(
    'PostgreSQL runs when its package is in a folder that only root can enter: the server makes a complete copy and reuses it later',
    async () => {
      const hidden = path.join(scratch, 'hidden');
      fs.mkdirSync(hidden, { mode: 0o700 });
      const native = await unpackWithoutLinks(hidden);
      const first = await preparePostgresBinaries(findServiceUser(), native);
      expect(first.folder.startsWith(scratch)).toBe(false);
      expect((await preparePostgresBinaries(findServiceUser(), native)).folder).toBe(first.folder);
      fs.rmSync(path.resolve(first.folder, '..'), { recursive: true });
    },
  );
});
