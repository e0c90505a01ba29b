import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { hasRoom } from '../../base/free-space.ts';
import { StartError, errorCode } from '../../base/start-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, SOCKET_PORT, SUPERUSER, isAlive } from './cluster.ts';
import { makePrivateFolder } from './service-user.ts';

/** A PostgreSQL server that runs on a cluster, and the folder of its socket. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
}

/** Crash recovery of a long log takes a while; a server that exits at once is tried again for much less. */
const READY_WITHIN_MS = 300_000;
const RETRY_FOR_MS = 30_000;
const STOP_WITHIN_MS = 30_000;
/** A slow disk may take minutes for what it was given, and nothing ends a process that waits for it; after that nobody answers. */
const QUIT_WITHIN_MS = 10 * 60_000;
const POLL_MS = 40;

/**
 * The server of this cluster: the one that still runs because its program was killed, else a new one.
 * A server that was just killed holds the shared memory for a moment, so a failed start is tried again.
 */
export async function startOrAdopt(
  binaries: Binaries,
  cluster: Cluster,
  settings: readonly string[],
): Promise<Postmaster & { readonly adopted: boolean }> {
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const found = findPostmaster(cluster.dir);
    if (!found) removeStaleLock(cluster.dir);
    const server = found ?? launch(binaries, cluster, settings);
    const ready = await becomesReady(server, () => isAlive(server.pid));
    // Of two that start at the same moment one exits; what it reached is the other's server.
    if (ready && findPostmaster(cluster.dir)?.pid === server.pid)
      return { ...server, adopted: found !== null };
    if (!found && (Date.now() > giveUpAt || isFull(cluster))) throw new StartError(failureSentence(cluster));
    await pause(POLL_MS);
  }
}

/** The log of a server that found no room ends before it says so: PostgreSQL has segments of 16 MB. */
const NEEDED_BYTES = 16 * 1024 * 1024;

const isFull = ({ dir }: Cluster): boolean => !hasRoom(dir, NEEDED_BYTES);

/** The end of the log, because only PostgreSQL knows why it exited. */
function failureSentence(cluster: Cluster): string {
  if (isFull(cluster))
    return `El disco de ${path.dirname(cluster.dir)} está lleno: libera espacio e inicia de nuevo.`;
  const tail = fs.readFileSync(cluster.logFile, 'utf8').trim().split('\n').slice(-3).join('\n  ');
  return `El PostgreSQL incluido no inicia; el final de ${cluster.logFile} dice por qué:\n  ${tail}`;
}

/** In a session of its own (`detached`), so that Ctrl-C reaches us alone and we stop it in order. */
function launch(binaries: Binaries, cluster: Cluster, settings: readonly string[]): Postmaster {
  makePrivateFolder(binaries.user, cluster.socketDir); // again: a sweep of /tmp, or who stopped before us, took it
  const log = fs.openSync(cluster.logFile, 'a', 0o600);
  const own = [`unix_socket_directories=${quoted(cluster.socketDir)}`, ...QUIET, ...settings];
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

/** `unix_socket_directories` is a comma list; quotes keep a folder with commas or spaces in one piece. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/** No network, and a log without statements and values: those name patients. */
const QUIET = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'max_connections=60',
];

/** False when it ends before it answers. */
async function becomesReady(server: Postmaster, isRunning: () => boolean): Promise<boolean> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (await answers(server.socketDir)) return true;
    if (!isRunning()) return false;
    await pause(POLL_MS);
  }
  throw new StartError(
    `El PostgreSQL incluido (proceso ${server.pid}) está corriendo y no responde: termínalo e inicia de nuevo.`,
  );
}

async function answers(socketDir: string): Promise<boolean> {
  const client = new Client(connectionTo(socketDir, 'postgres'));
  client.on('error', () => undefined); // a server that stops meanwhile: the caller asks again
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false; // not there yet, recovering or stopping: only the next try tells
  }
}

export function connectionTo(socketDir: string, database: string) {
  return { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, database };
}

/**
 * Stops the cluster's server in order: transactions end, the log is written out.
 * @throws StartError where it does not end, as with a disk that does not answer
 */
export async function stopPostmaster(dir: string): Promise<void> {
  const server = findPostmaster(dir);
  if (!server) return;
  signal(server.pid, 'SIGINT'); // PostgreSQL's fast shutdown
  if (await hasEnded(server, dir, STOP_WITHIN_MS)) return;
  signal(server.pid, 'SIGQUIT'); // immediate: the next start recovers
  if (await hasEnded(server, dir, QUIT_WITHIN_MS)) return;
  throw new StartError(
    `El PostgreSQL incluido (proceso ${server.pid}) no se detiene: revisa que responda el disco de ${path.dirname(dir)}, termínalo con kill -9 ${server.pid} y repite esto.`,
  );
}

async function hasEnded({ pid }: Postmaster, dir: string, withinMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  while (findPostmaster(dir)?.pid === pid) {
    if (Date.now() > giveUpAt) return false;
    await pause(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error; // ended by itself meanwhile
  }
}

const lockFile = (dir: string) => path.join(dir, 'postmaster.pid');

function readLock(dir: string): { pid: number; socketDir: string; text: string } | null {
  try {
    const text = fs.readFileSync(lockFile(dir), 'utf8');
    const lines = text.split('\n');
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '', text };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The server that runs on this cluster now. Its lock file alone proves nothing: numbers of processes come again. */
export function findPostmaster(dir: string): Postmaster | null {
  const lock = readLock(dir);
  if (!lock || lock.socketDir === '' || !worksIn(lock.pid, dir)) return null;
  return { pid: lock.pid, socketDir: lock.socketDir };
}

/** A postmaster and its children stand in their data directory. */
function worksIn(pid: number, dir: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid) && commandOf(pid).includes('postgres');
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === dir;
  } catch {
    return false; // gone, a zombie, or somebody else's
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return ''; // gone
  }
}

/**
 * PostgreSQL itself passes over the lock of a process that is gone. It cannot when that number now belongs to
 * another program (after a restart of a container) or to a zombie; then the file is removed, unless a child of
 * the old server still stands in the directory.
 */
function removeStaleLock(dir: string): void {
  const lock = readLock(dir);
  if (!lock || !isAlive(lock.pid) || process.platform !== 'linux') return;
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  if (processes.some((pid) => worksIn(Number(pid), dir))) return;
  if (readLock(dir)?.text === lock.text) fs.rmSync(lockFile(dir), { force: true });
}
