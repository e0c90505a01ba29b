import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { ClientConfig } from 'pg';
import { awaitAll } from '../../base/all-of.ts';
import { StartError } from '../../base/start-error.ts';
import { type PostgresBinaries, preparePostgresBinaries } from '../../database/embedded/binaries.ts';
import {
  type ClusterPaths,
  ensureCluster,
  prepareClusterPaths,
  removeSocketFolder,
} from '../../database/embedded/cluster.ts';
import {
  socketConnectionTo,
  startOrAdoptPostmaster,
  stopPostmaster,
} from '../../database/embedded/postmaster.ts';
import { findServiceUser, makePrivateFolder } from '../../database/embedded/service-user.ts';
import { ensureDatabase } from '../../database/embedded/supervisor.ts';
import { type Archive, SegmentServer, newestSegmentTime } from '../archive/segments.ts';
import type { ByteStream } from '../encryption/blocks.ts';
import type { BackupKey } from '../encryption/key.ts';
import { EMBEDDED_DATABASE_NAME, withClient } from './source.ts';

/** Time up to which archived segments are applied to a restored backup. */
export interface ReplayTarget {
  readonly moment: Date;
  readonly key: BackupKey;
  readonly archive: Archive;
}

/** Server on a restored cluster, which no other process uses. */
export interface RestoredServer {
  readonly connection: ClientConfig;
  /** Stops the server; afterwards the restored data are on the disk. */
  stop(): Promise<void>;
}

export interface RestoreTarget {
  /** Folder with the structure of DATA_DIR. */
  readonly folder: string;
  /** False for a temporary cluster, whose changes are not forced to the disk. */
  readonly durable: boolean;
}

export async function* decompressGzip(source: ByteStream): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const feeding = pipeline(Readable.from(source, { objectMode: false }), gunzip);
  feeding.catch(() => undefined); // The error is ignored here, because the code that reads from `gunzip` gets it.
  yield* gunzip as AsyncIterable<Buffer>;
  await feeding;
}

const waitForDrainOrClose = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const resume = () => {
      stream.off('drain', resume).off('close', resume);
      resolve();
    };
    stream.on('drain', resume).on('close', resume);
  });

const unpackError = (check: string, cause?: unknown): StartError =>
  new StartError(`No se pudo desempacar la copia de la base de datos: comprueba que ${check} en el disco.`, {
    cause,
  });

/** Unpacks the tar under PostgreSQL's account, because PostgreSQL rejects files of another owner. */
async function untar(binaries: PostgresBinaries, folder: string, tar: ByteStream): Promise<void> {
  const child = spawn('tar', ['-x', '-f', '-'], {
    ...binaries.user.ids,
    env: binaries.env,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined); // The error is ignored here, because the `await` below throws it.
  const { stdin } = child;
  stdin.on('error', () => undefined); // The error is ignored here, because the exit code reports the failure.
  try {
    // tar may exit at the end of its archive. The rest of the stream is read too, because only the last encrypted block proves
    // that the backup is complete.
    for await (const chunk of tar)
      if (!stdin.destroyed && !stdin.write(chunk)) await waitForDrainOrClose(stdin);
    stdin.end();
    const [code] = await ended;
    if (code !== 0) throw unpackError('haya espacio');
  } catch (error) {
    child.kill();
    if (error instanceof StartError) throw error;
    throw unpackError('esté el programa tar y que haya espacio', error);
  }
}

const RECOVERY_POLL_MS = 50;

/** Formats a time for recovery_target_time, which accepts neither 'T' nor 'Z'. */
const formatTargetTime = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

async function waitUntilRecovered(connection: ClientConfig): Promise<void> {
  for (;;) {
    const recovering = await withClient(connection, async (client) => {
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      return rows[0]?.is ?? true;
    });
    if (!recovering) return;
    await pause(RECOVERY_POLL_MS);
  }
}

const NON_DURABLE_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

async function startRestoredServer(
  binaries: PostgresBinaries,
  cluster: ClusterPaths,
  settings: readonly string[],
  durable: boolean,
): Promise<RestoredServer> {
  const all = ['shared_buffers=128MB', ...settings, ...(durable ? [] : NON_DURABLE_SETTINGS)];
  const { socketDir } = await startOrAdoptPostmaster(binaries, cluster, all);
  return {
    connection: socketConnectionTo(socketDir, EMBEDDED_DATABASE_NAME),
    stop: () => stopRestoredServer(cluster),
  };
}

async function stopRestoredServer(cluster: ClusterPaths): Promise<void> {
  await stopPostmaster(cluster.dir);
  removeSocketFolder(cluster);
}

/**
 * Stops the server and returns `error`, with which the work on the server failed. If the stop fails too, its error becomes the
 * cause of `error` unless `error` already has a cause.
 */
async function stopAndReturnError(error: unknown, stop: () => Promise<void>): Promise<unknown> {
  try {
    await stop();
  } catch (why) {
    if (error instanceof Error) error.cause ??= why;
  }
  return error;
}

async function stopOnFailure<Result>(server: RestoredServer, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw await stopAndReturnError(error, () => server.stop());
  }
}

/** Runs the work and returns the server, which is still running; stops the server when the work fails. */
export async function runAndKeepServer(
  server: RestoredServer,
  work: () => Promise<void>,
): Promise<RestoredServer> {
  await stopOnFailure(server, work);
  return server;
}

/**
 * Runs the work, stops the server and returns the result of the work.
 * @throws the error of the work; if only the stop fails, the error of the stop
 */
export async function runAndStopServer<Result>(
  server: RestoredServer,
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await stopOnFailure(server, work);
  await server.stop();
  return found;
}

/** Formats the time of the newest archived segment, up to which a restore is possible. */
function newestSegmentSuffix(archive: Archive): string {
  const last = newestSegmentTime(archive);
  return last === null ? '' : ` (lo último llegó el ${last.toISOString()})`;
}

/** Creates recovery.signal, which makes PostgreSQL recover at its start. PostgreSQL removes the file afterwards. */
function requestRecovery({ dir }: ClusterPaths, { user }: PostgresBinaries): void {
  const file = path.join(dir, 'recovery.signal');
  fs.writeFileSync(file, '', { mode: 0o600 });
  const { uid, gid } = user.ids;
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}

const recoverySettings = ({ command }: SegmentServer, moment: Date): readonly string[] => [
  `restore_command=${command}`,
  `recovery_target_time=${formatTargetTime(moment)}`,
  'recovery_target_action=promote',
];

/**
 * Starts the server and waits for the end of its recovery. After a failure no process is running.
 * @throws StartError when the archived segments end before the requested time
 */
async function startAndAwaitRecovery(
  cluster: ClusterPaths,
  segmentServer: SegmentServer,
  { moment, archive }: ReplayTarget,
  begin: () => Promise<RestoredServer>,
): Promise<RestoredServer> {
  try {
    const server = await begin();
    await waitUntilRecovered({ ...server.connection, database: 'postgres' });
    return server;
  } catch (error) {
    const [cause] = await awaitAll([
      stopAndReturnError(error, () => stopRestoredServer(cluster)),
      segmentServer.close(),
    ]);
    throw new StartError(
      `El archivo no llega hasta ${moment.toISOString()}${newestSegmentSuffix(archive)}: elige un momento anterior, o ninguno (se restaura entonces la copia sola).`,
      { cause },
    );
  }
}

/**
 * Starts the server and applies the archived segments up to the given time.
 * @throws StartError, or the file-system error of the segment folder
 */
async function startAndReplayUntil(
  binaries: PostgresBinaries,
  cluster: ClusterPaths,
  until: ReplayTarget,
  durable: boolean,
): Promise<RestoredServer> {
  requestRecovery(cluster, binaries);
  const folder = path.join(cluster.dir, 'segments');
  const segmentServer = new SegmentServer(folder, binaries.user, until.key, until.archive);
  segmentServer.open();
  const begin = () =>
    startRestoredServer(binaries, cluster, recoverySettings(segmentServer, until.moment), durable);
  const server = await startAndAwaitRecovery(cluster, segmentServer, until, begin);
  return runAndKeepServer(server, async () => {
    await segmentServer.close();
    fs.rmSync(folder, { recursive: true });
  });
}

/**
 * Restores a cluster from the tar of a backup and starts it.
 * @throws StartError
 */
export async function restoreAndStartCluster(
  place: RestoreTarget,
  tar: ByteStream,
  until: ReplayTarget | null,
): Promise<RestoredServer> {
  const user = findServiceUser();
  const cluster = prepareClusterPaths(place.folder, user);
  const binaries = await preparePostgresBinaries(user);
  makePrivateFolder(user, cluster.dir);
  await untar(binaries, cluster.dir, decompressGzip(tar));
  return until === null
    ? startRestoredServer(binaries, cluster, [], place.durable)
    : startAndReplayUntil(binaries, cluster, until, place.durable);
}

/**
 * Creates a cluster with an empty database and starts it.
 * @throws StartError
 */
export async function createAndStartEmptyCluster(place: RestoreTarget): Promise<RestoredServer> {
  const user = findServiceUser();
  const cluster = prepareClusterPaths(place.folder, user);
  const binaries = await preparePostgresBinaries(user);
  await ensureCluster(binaries, cluster);
  const server = await startRestoredServer(binaries, cluster, [], place.durable);
  return runAndKeepServer(server, () =>
    ensureDatabase(String(server.connection.host), EMBEDDED_DATABASE_NAME),
  );
}
