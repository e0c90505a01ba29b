import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readIncarnation } from '#server/platform/backup/archive/incarnation.ts';
import { createBackupKeyFile } from '#server/platform/backup/encryption/key.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { makeFuzzFiles } from '#tests/fuzz/files.ts';
import { problemsOfChain } from '#tests/fuzz/run.ts';
import { makeWorld } from '#tests/fuzz/world.ts';
import { RetryingClient } from '#tests/load/client.ts';
import { findVisitProblems, problemsOfFiles } from '#tests/load/verify.ts';
import { type AcknowledgedVisit, type LoadVisitContext, runVisit } from '#tests/load/visits.ts';
import { stopAndRemoveDataDir, makeScratchFolder } from '#tests/support/base/scratch.ts';
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts';
import { rehearseRetention } from './retention.ts';
import { rehearseUpgrade } from './upgrade.ts';
import type { Pool } from 'pg';

const SERVER_PROGRAM_FILE = path.resolve('dist/server/main.js');

interface RehearsalFolders {
  readonly root: string;
  readonly copies: string;
  readonly env: Readonly<Record<string, string>>;
}

async function measureServerCommandMs(
  { env }: RehearsalFolders,
  dataDir: string,
  ...words: string[]
): Promise<number> {
  const began = Date.now();
  const child = spawn(process.execPath, ['--enable-source-maps', SERVER_PROGRAM_FILE, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
  console.log(`  (${words[0]}: ${Date.now() - began} ms)`);
  return Date.now() - began;
}

const openDatabasePool = (dataDir: string): Pool => {
  const server = findPostmaster(path.join(dataDir, 'postgres'));
  if (!server) throw new Error('no database runs there');
  return createPool(socketConnectionTo(server.socketDir, 'ventanilla'));
};

async function waitForCondition(what: string, isSo: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(120_000);
  while (!isSo()) {
    if (deadline.aborted) throw new Error(`${what}: waited for in vain`);
    await setTimeout(50);
  }
}

/** Simulated clients that create visits, and the visits that the server acknowledged. */
class VisitLoad {
  readonly acknowledged: AcknowledgedVisit[] = [];
  readonly #began = new Map<AcknowledgedVisit, number>();
  #begun = 0;
  #isOver = false;
  readonly #hands: Promise<void>[];

  constructor(clinic: LoadVisitContext, hands: number) {
    this.#hands = Array.from({ length: hands }, () => this.#hand(clinic));
  }

  async #hand(clinic: LoadVisitContext): Promise<void> {
    while (!this.#isOver) {
      const number = (this.#begun += 1);
      const visit = await runVisit(clinic, number);
      this.acknowledged.push(visit);
      this.#began.set(visit, number);
    }
  }

  get begun(): number {
    return this.#begun;
  }

  /** Returns the acknowledged visits that began after the first `begun` visits. */
  visitsBegunAfter(begun: number): AcknowledgedVisit[] {
    return this.acknowledged.filter((visit) => (this.#began.get(visit) ?? 0) > begun);
  }

  waitForCount(count: number): Promise<void> {
    return waitForCondition(`${count} acknowledged evaluations`, () => this.acknowledged.length >= count);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#hands);
  }
}

/** Starts a server on the restored data and returns each difference from the acknowledged visits. */
async function checkRestoredData(
  dataDir: string,
  expected: readonly AcknowledgedVisit[],
  withFiles: boolean,
): Promise<{ problems: string[]; there: ReadonlySet<string> }> {
  const apiServer = await startServer({ dataDir, env: { DEMO: '0' } });
  const pool = openDatabasePool(dataDir);
  try {
    const problems = await problemsOfChain(pool);
    for (const visit of expected) problems.push(...(await findVisitProblems(pool, visit)));
    if (withFiles)
      problems.push(...(await problemsOfFiles(pool, createDiskFileStore(path.join(dataDir, 'files')))));
    const { rows } = await pool.query<{ id: string }>('select id from evaluations');
    return { problems, there: new Set(rows.map(({ id }) => id)) };
  } finally {
    await pool.end();
    await apiServer.stop();
  }
}

/** Makes PostgreSQL start a new log segment and waits until the previous one is in the archive. */
async function archiveCurrentSegment(pool: Pool, archive: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  const file = path.join(archive, rows[0]?.name ?? '');
  await waitForCondition('the archived segment', () => fs.existsSync(file));
}

async function rehearseBackups(
  apiServer: ServerProcess,
  folders: RehearsalFolders,
  visits: number,
): Promise<string[]> {
  const files = await makeFuzzFiles();
  const { dataDir } = apiServer;
  const pool = openDatabasePool(dataDir);
  const port = Number(new URL(apiServer.origin).port);
  const world = await makeWorld({ port, pool, memory: () => null, log: () => '' }, files);
  const client = new RetryingClient(apiServer.origin);
  const load = new VisitLoad({ world, files, client, onAnswer: () => undefined }, 8);

  await load.waitForCount(Math.ceil(visits / 3));
  await measureServerCommandMs(folders, dataDir, 'backup', folders.copies, '--logical');
  const beforeCopy = [...load.acknowledged];
  await measureServerCommandMs(folders, dataDir, 'backup', folders.copies);
  console.log(`${load.acknowledged.length - beforeCopy.length} evaluations acknowledged while it was copied`);
  await measureServerCommandMs(folders, dataDir, 'verify', folders.copies);
  await load.waitForCount(visits);
  // The list is copied before the time is queried, because a visit acknowledged during the query may be on either side of that
  // time.
  const beforeMoment = [...load.acknowledged];
  const moment = (await pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now;
  const begun = load.begun;
  await load.waitForCount(visits + 20);
  await load.end();
  const later = load.visitsBegunAfter(begun);
  await archiveCurrentSegment(pool, path.join(folders.root, 'archive', readIncarnation(dataDir) ?? ''));
  await pool.end();

  // Simulates a failed disk: the server loses all its data.
  const postmaster = findPostmaster(path.join(dataDir, 'postgres'));
  await apiServer.kill();
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  await stopAndRemoveDataDir(dataDir);

  const [whole, moved] = [path.join(folders.root, 'whole'), path.join(folders.root, 'moved')];
  await measureServerCommandMs(folders, whole, 'restore', folders.copies);
  const fromCopy = await checkRestoredData(whole, beforeCopy, true);
  await measureServerCommandMs(
    folders,
    moved,
    'restore',
    folders.copies,
    '--until',
    moment?.toISOString() ?? '',
  );
  const toMoment = await checkRestoredData(moved, beforeMoment, false);
  const tooLate = later.filter(({ evaluationId }) => toMoment.there.has(evaluationId)).length;
  console.log(
    `\n${load.acknowledged.length} evaluations acknowledged. Of ${beforeCopy.length} from before the copy began, with their pictures, ${fromCopy.problems.length} missing or different after a restore. ` +
      `Of ${beforeMoment.length} from before the moment ${toMoment.problems.length} missing or different after a restore to it; of ${later.length} that began after it ${tooLate} there.`,
  );
  const problems = [...fromCopy.problems, ...toMoment.problems];
  return tooLate > 0 ? [...problems, `${tooLate} evaluations of after the moment are there`] : problems;
}

/** Checks that tablets resend the entries that a restored older backup lacks. */
async function checkRetention(
  apiServer: ServerProcess,
  folders: RehearsalFolders,
  visits: number,
): Promise<string[]> {
  const commands = {
    backup: (dataDir: string) => measureServerCommandMs(folders, dataDir, 'backup', folders.copies),
    restore: (dataDir: string) => measureServerCommandMs(folders, dataDir, 'restore', folders.copies),
    poolOf: openDatabasePool,
    tell: (line: string) => console.log(line),
    restoredTo: path.join(folders.root, 'custody'),
  };
  return rehearseRetention(apiServer, commands, visits);
}

const REHEARSALS = { copies: rehearseBackups, custody: checkRetention } as const;

/**
 * Runs the backup rehearsals. Options: `--visits N`; `--only copies`; `--only custody` (retention); `--only upgrade`, which
 * builds version 0.1. The upgrade takes minutes, so it runs only on request.
 * @returns true if every restore has all acknowledged visits
 */
export async function main(args: readonly string[]): Promise<boolean> {
  const options = { visits: { type: 'string' }, only: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.only === 'upgrade')
    return reportOutcome(await rehearseUpgrade(openDatabasePool, Number(values.visits ?? 20), console.log));
  const names = (['copies', 'custody'] as const).filter((name) => (values.only ?? name) === name);
  const outcomes: boolean[] = [];
  for (const name of names) outcomes.push(await runRehearsal(name, Number(values.visits ?? 200)));
  return outcomes.length > 0 && outcomes.every(Boolean);
}

function reportOutcome(problems: readonly string[]): boolean {
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(problems.length === 0 ? 'Nothing lost.' : `${problems.length} problems.`);
  return problems.length === 0;
}

async function runRehearsal(name: keyof typeof REHEARSALS, visits: number): Promise<boolean> {
  const root = makeScratchFolder('copies');
  const key = path.join(root, 'key');
  createBackupKeyFile(key);
  const env = { BACKUP_KEY_FILE: key, ARCHIVE_DIR: path.join(root, 'archive') };
  const folders = { root, copies: path.join(root, 'copies'), env };
  const apiServer = await startServer({ env: { DEMO: '0', ...env } });
  try {
    const problems = await REHEARSALS[name](apiServer, folders, visits);
    return reportOutcome(problems);
  } finally {
    await apiServer.destroy();
    for (const place of ['whole', 'moved', 'custody']) await stopAndRemoveDataDir(path.join(root, place));
    fs.rmSync(root, { recursive: true, force: true });
  }
}
