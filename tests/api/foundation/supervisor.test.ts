// @module-tag landing
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { startEmbeddedDatabase } from '#server/platform/database/embedded/supervisor.ts';
import { buildTestProgram } from '#tests/support/server/build-program.ts';
import { killProcess, waitUntilProcessesEnd } from '#tests/support/base/processes.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { stopAndRemoveDataDir, makeScratchFolder } from '#tests/support/base/scratch.ts';
import { WriterProcess } from './support/writer-process.ts';

let writerProgramPath: string;
let dataDir: string;
let stoppedDataDir: string;
const clusterDir = () => path.join(dataDir, 'postgres');
const writers: WriterProcess[] = [];

beforeAll(async () => {
  writerProgramPath = await buildTestProgram('tests/api/foundation/support/writer.ts');
  stoppedDataDir = makeScratchFolder('stopped');
  await (await startEmbeddedDatabase({ dataDir: stoppedDataDir })).stop();
});
afterAll(() => stopAndRemoveDataDir(stoppedDataDir));
beforeEach(() => {
  dataDir = makeScratchFolder('supervisor');
});
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.kill('group');
  await stopAndRemoveDataDir(dataDir);
});

function startWriter(): WriterProcess {
  const writer = new WriterProcess(writerProgramPath, dataDir);
  writers.push(writer);
  return writer;
}

/** Copies a stopped database, because a first start takes longer than the rest of a test. */
const copyCluster = () => execFileSync('cp', ['-a', path.join(stoppedDataDir, 'postgres'), dataDir]);

async function startWriterWithAcknowledgedRows(): Promise<WriterProcess> {
  copyCluster();
  const writer = startWriter();
  await writer.waitForLine('ack 20');
  return writer;
}

function postmasterPid(): number {
  const server = findPostmaster(clusterDir());
  if (!server) throw new Error('No server runs');
  return server.pid;
}

function findPostgresPids(): number[] {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === clusterDir();
    } catch {
      return false;
    }
  });
}

async function readAcknowledgedNumbers(): Promise<Set<number>> {
  const server = findPostmaster(clusterDir());
  const client = new Client(socketConnectionTo(server?.socketDir ?? '', 'ventanilla'));
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select n::int from acknowledged');
  await client.end();
  return new Set(rows.map(({ n }) => n));
}

async function expectAcknowledgedRowsKept(...killed: WriterProcess[]): Promise<void> {
  const acknowledged = killed.flatMap((writer) => writer.acknowledgedNumbers());
  const rows = await readAcknowledgedNumbers();
  expect(acknowledged.filter((n) => !rows.has(n))).toEqual([]);
}

describe('P10.20 rows that the database has acknowledged', () => {
  test('acknowledged rows survive kill -9 of the program; the next start uses the running PostgreSQL', async () => {
    const killed = await startWriterWithAcknowledgedRows();
    const server = postmasterPid();
    await killed.kill('program');
    const next = startWriter();
    expect(await next.waitForLine('ready')).toBe('ready adopted');
    expect(postmasterPid()).toBe(server);
    await expectAcknowledgedRowsKept(killed);
  });

  test('acknowledged rows survive kill -9 of the postmaster; the program restarts PostgreSQL and continues', async () => {
    const writer = await startWriterWithAcknowledgedRows();
    const server = postmasterPid();
    process.kill(server, 'SIGKILL');
    await retryUntilPassing(() => expect(findPostmaster(clusterDir())?.pid ?? server).not.toBe(server));
    await writer.waitForLine('ack', writer.lines.length);
    await expectAcknowledgedRowsKept(writer);
  });

  test('acknowledged rows survive kill -9 of all processes at once; the next start recovers the rows', async () => {
    const killed = await startWriterWithAcknowledgedRows();
    const servers = findPostgresPids();
    // The program is killed first, and without an await before the other kills, because a running program restarts its
    // PostgreSQL.
    const gone = killed.kill('group');
    for (const pid of servers) killProcess(pid);
    await gone;
    await waitUntilProcessesEnd(servers);
    const next = startWriter();
    expect(await next.waitForLine('ready')).toBe('ready started');
    await expectAcknowledgedRowsKept(killed);
  });

  test('acknowledged rows survive a proper stop and a start', async () => {
    const writer = await startWriterWithAcknowledgedRows();
    expect(await writer.stop()).toBe(0);
    expect(findPostgresPids()).toEqual([]);
    const next = startWriter();
    expect(await next.waitForLine('ready')).toBe('ready started');
    await expectAcknowledgedRowsKept(writer);
  });
});

describe('P10.20 kill -9 during the first start', { tags: ['thorough'] }, () => {
  const listBuildFolders = () =>
    fs
      .readdirSync(dataDir)
      .filter((name) => name.startsWith('postgres.init-'))
      .map((name) => path.join(dataDir, name));
  /**
   * Points of the first start at which a process is killed: `group` kills the program and its initdb, `program` only the
   * program.
   */
  const moments: { name: string; what: 'program' | 'group'; hasCome: () => boolean }[] = [
    { name: 'initdb begins', what: 'program', hasCome: () => listBuildFolders().length > 0 },
    {
      name: 'initdb has written its version',
      what: 'group',
      hasCome: () => listBuildFolders().some((dir) => fs.existsSync(path.join(dir, 'PG_VERSION'))),
    },
    {
      name: 'initdb fills the catalogues',
      what: 'program',
      hasCome: () => listBuildFolders().some((dir) => fs.existsSync(path.join(dir, 'global', 'pg_control'))),
    },
    {
      name: 'the folder is in place',
      what: 'group',
      hasCome: () => fs.existsSync(path.join(clusterDir(), 'PG_VERSION')),
    },
    {
      name: 'the server starts',
      what: 'program',
      hasCome: () => fs.existsSync(path.join(clusterDir(), 'postmaster.pid')),
    },
  ];

  test.each(moments)(
    'after kill -9 of the $what when $name, the next start succeeds and no extra files remain',
    async (moment) => {
      const killed = startWriter();
      await retryUntilPassing(() => expect(moment.hasCome()).toBe(true), { interval: 2 });
      await killed.kill(moment.what);
      const next = startWriter();
      await next.waitForLine('ack');
      expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'run']);
    },
  );
});

describe('P10.20 one server process per data folder', () => {
  test('a second server process on a data folder ends with one message, and the first one continues', async () => {
    const first = await startWriterWithAcknowledgedRows();
    const second = startWriter();
    expect(await second.waitForLine('refused')).toBe(
      `refused Otro proveedor (proceso ${first.child.pid}) ya trabaja en esta carpeta de datos: detenlo o inicia este con otro DATA_DIR.`,
    );
    await first.waitForLine('ack', first.lines.length);
  });

  test(
    'when three processes start at once on an empty folder, only one of them runs',
    { tags: ['thorough'] },
    async () => {
      const three = [startWriter(), startWriter(), startWriter()];
      const outcomes = await Promise.all(
        three.map((writer) => Promise.any([writer.waitForLine('ack'), writer.waitForLine('refused')])),
      );
      expect(outcomes.map((line) => line.slice(0, 3)).sort()).toEqual(['ack', 'ref', 'ref']);
      expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'run']);
    },
  );
});

describe('P10.20 lock file of a process that has ended', () => {
  test('a lock file does not block the start when its process id now belongs to another process', async () => {
    copyCluster();
    const stale = `${process.pid}\n${clusterDir()}\n1\n5432\n${dataDir}/run\n\n  0 0\nready   \n`;
    fs.writeFileSync(path.join(clusterDir(), 'postmaster.pid'), stale, { mode: 0o666 });
    const next = await startEmbeddedDatabase({ dataDir });
    expect(next.adopted).toBe(false);
    await next.stop();
  });
});
