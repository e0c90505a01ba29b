import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { hasFreeSpace } from '../../base/free-space.ts';
import { StartError, errorCode } from '../../base/start-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { type ClusterPaths, SOCKET_PORT, POSTGRES_SUPERUSER, isProcessRunning } from './cluster.ts';
import { makePrivateFolder } from './service-user.ts';

export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
}

/**
 * Time in milliseconds within which a started server must accept connections. The time is long, because crash recovery of a
 * long log takes a while. A server that exits at once is retried for a much shorter time.
 */
const SERVER_READY_TIMEOUT_MS = 300_000;
const START_RETRY_PERIOD_MS = 30_000;
const SIGINT_TIMEOUT_MS = 30_000;
/**
 * Time in milliseconds within which a server must end after SIGQUIT. A slow disk may need minutes for pending writes, and a
 * process that waits for the disk cannot be killed. After this time the disk is considered unresponsive.
 */
const SIGQUIT_TIMEOUT_MS = 10 * 60_000;
const POSTMASTER_POLL_MS = 40;

/**
 * Returns the cluster's running server, which a killed process left behind, or starts a new server. A failed start is retried,
 * because a server that was just killed holds its shared memory for a moment.
 */
export async function startOrAdoptPostmaster(
  binaries: PostgresBinaries,
  cluster: ClusterPaths,
  settings: readonly string[],
): Promise<Postmaster & { readonly adopted: boolean }> {
  const giveUpAt = Date.now() + START_RETRY_PERIOD_MS;
  for (;;) {
    const found = findPostmaster(cluster.dir);
    if (!found) removeStaleLock(cluster.dir);
    const server = found ?? spawnPostmaster(binaries, cluster, settings);
    const ready = await waitUntilReady(server, () => isProcessRunning(server.pid));
    // When two processes start a server at the same moment, one of the two servers exits. The process whose server exited must
    // not mistake the other server for its own.
    if (ready && findPostmaster(cluster.dir)?.pid === server.pid)
      return { ...server, adopted: found !== null };
    if (!found && (Date.now() > giveUpAt || isDiskFull(cluster)))
      throw new StartError(explainStartFailure(cluster));
    await pause(POSTMASTER_POLL_MS);
  }
}

/**
 * Free bytes below which the disk counts as full: the size of one segment of PostgreSQL's write-ahead log. The check is needed
 * because a server on a full disk may exit before it logs the reason.
 */
const MIN_FREE_DISK_BYTES = 16 * 1024 * 1024;

const isDiskFull = ({ dir }: ClusterPaths): boolean => !hasFreeSpace(dir, MIN_FREE_DISK_BYTES);

/** Builds the error message from the end of PostgreSQL's log file, the only place where PostgreSQL states why it exited. */
function explainStartFailure(cluster: ClusterPaths): string {
  if (isDiskFull(cluster))
    return `El disco de ${path.dirname(cluster.dir)} está lleno: libera espacio e inicia de nuevo.`;
  const tail = fs.readFileSync(cluster.logFile, 'utf8').trim().split('\n').slice(-3).join('\n  ');
  return `El PostgreSQL incluido no inicia; el final de ${cluster.logFile} dice por qué:\n  ${tail}`;
}

/**
 * Starts the server in a separate session (`detached`), so that Ctrl-C reaches only this process. This process then stops the
 * server in an orderly way.
 */
function spawnPostmaster(
  binaries: PostgresBinaries,
  cluster: ClusterPaths,
  settings: readonly string[],
): Postmaster {
  makePrivateFolder(binaries.user, cluster.socketDir); // A cleanup of /tmp or the previous shutdown may have removed the folder.
  const log = fs.openSync(cluster.logFile, 'a', 0o600);
  const own = [
    `unix_socket_directories=${quoteFolder(cluster.socketDir)}`,
    ...POSTGRES_SERVER_SETTINGS,
    ...settings,
  ];
  const server = spawn(
    path.join(binaries.folder, 'postgres'),
    ['-D', cluster.dirArgument, '-p', String(SOCKET_PORT), ...own.flatMap((setting) => ['-c', setting])],
    {
      ...binaries.user.ids,
      env: binaries.env,
      cwd: cluster.dir,
      stdio: ['ignore', log, log],
      detached: true,
    },
  );
  fs.closeSync(log);
  server.unref();
  if (server.pid !== undefined) return { pid: server.pid, socketDir: cluster.socketDir };
  throw new StartError('El PostgreSQL incluido no puede iniciar: no se permiten más procesos.');
}

/**
 * Quotes a folder for `unix_socket_directories`. The setting is a comma-separated list, so commas and spaces in a path would
 * split it.
 */
const quoteFolder = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/** Settings of the server: no network, and a log without statements and values, because those contain patient data. */
const POSTGRES_SERVER_SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'max_connections=60',
];

async function waitUntilReady(server: Postmaster, isRunning: () => boolean): Promise<boolean> {
  const giveUpAt = Date.now() + SERVER_READY_TIMEOUT_MS;
  while (Date.now() < giveUpAt) {
    if (await acceptsConnections(server.socketDir)) return true;
    if (!isRunning()) return false;
    await pause(POSTMASTER_POLL_MS);
  }
  throw new StartError(
    `El PostgreSQL incluido (proceso ${server.pid}) está corriendo y no responde: termínalo e inicia de nuevo.`,
  );
}

async function acceptsConnections(socketDir: string): Promise<boolean> {
  const client = new Client(socketConnectionTo(socketDir, 'postgres'));
  client.on('error', () => undefined); // The error is ignored, because the server is only stopping and the caller tries again.
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false; // The error is ignored, because the server is only starting, recovering or stopping and the caller tries again.
  }
}

export function socketConnectionTo(socketDir: string, database: string) {
  return { host: socketDir, port: SOCKET_PORT, user: POSTGRES_SUPERUSER, database };
}

/**
 * Stops the cluster's server. First requests a fast shutdown, which ends the transactions and flushes the write-ahead log; if
 * the server does not end, requests an immediate shutdown.
 * @throws StartError when the server does not end, for example because the disk does not respond
 */
export async function stopPostmaster(dir: string): Promise<void> {
  const server = findPostmaster(dir);
  if (!server) return;
  sendSignal(server.pid, 'SIGINT');
  if (await waitUntilEnded(server, dir, SIGINT_TIMEOUT_MS)) return;
  sendSignal(server.pid, 'SIGQUIT'); // SIGQUIT requests an immediate shutdown; the next start recovers the data.
  if (await waitUntilEnded(server, dir, SIGQUIT_TIMEOUT_MS)) return;
  throw new StartError(
    `El PostgreSQL incluido (proceso ${server.pid}) no se detiene: revisa que responda el disco de ${path.dirname(dir)}, termínalo con kill -9 ${server.pid} y repite esto.`,
  );
}

async function waitUntilEnded({ pid }: Postmaster, dir: string, withinMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  while (findPostmaster(dir)?.pid === pid) {
    if (Date.now() > giveUpAt) return false;
    await pause(POSTMASTER_POLL_MS);
  }
  return true;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error; // ESRCH means that the process has already ended.
  }
}

const postmasterLockFileOf = (dir: string) => path.join(dir, 'postmaster.pid');

function readPostmasterLock(dir: string): { pid: number; socketDir: string; text: string } | null {
  try {
    const text = fs.readFileSync(postmasterLockFileOf(dir), 'utf8');
    const lines = text.split('\n');
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '', text };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Returns the server that currently runs on this cluster. The lock file alone proves nothing, because the system reuses process
 * ids.
 */
export function findPostmaster(dir: string): Postmaster | null {
  const lock = readPostmasterLock(dir);
  if (!lock || lock.socketDir === '' || !isProcessOfCluster(lock.pid, dir)) return null;
  return { pid: lock.pid, socketDir: lock.socketDir };
}

function isProcessOfCluster(pid: number, dir: string): boolean {
  if (process.platform !== 'linux')
    return isProcessRunning(pid) && commandOfProcess(pid).includes('postgres');
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    return false; // The process has ended, is a zombie or belongs to another user.
  }
}

function commandOfProcess(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Removes a lock file that prevents a start although its server has ended. PostgreSQL itself ignores the lock of an ended
 * process, unless the process id now belongs to another program (after a container restart) or to a zombie. The file is kept
 * while a child process of the old server still works in the directory.
 */
function removeStaleLock(dir: string): void {
  const lock = readPostmasterLock(dir);
  if (!lock || !isProcessRunning(lock.pid) || process.platform !== 'linux') return;
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  if (processes.some((pid) => isProcessOfCluster(Number(pid), dir))) return;
  if (readPostmasterLock(dir)?.text === lock.text) fs.rmSync(postmasterLockFileOf(dir), { force: true });
}
