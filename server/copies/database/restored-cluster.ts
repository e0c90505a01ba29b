import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { ClientConfig } from 'pg';
import { allOf } from '../../base/all-of.ts';
import { StartError } from '../../base/start-error.ts';
import { type Binaries, findBinaries } from '../../database/embedded/binaries.ts';
import { type Cluster, ensureCluster, layOut, removeSocketFolder } from '../../database/embedded/cluster.ts';
import { connectionTo, startOrAdopt, stopPostmaster } from '../../database/embedded/postmaster.ts';
import { findServiceUser, makePrivateFolder } from '../../database/embedded/service-user.ts';
import { ensureDatabase } from '../../database/embedded/supervisor.ts';
import { type Archive, SegmentDesk, lastSegmentAt } from '../archive/segments.ts';
import type { Bytes } from '../sealed/blocks.ts';
import type { CopyKey } from '../sealed/key.ts';
import { DATABASE, withClient } from './source.ts';

/** How far a cluster is brought on from its copy. */
export interface Until {
  readonly moment: Date;
  readonly key: CopyKey;
  readonly archive: Archive;
}

/** A server on a cluster that was just restored; nobody else knows it. */
export interface RestoredServer {
  readonly connection: ClientConfig;
  /** In order: what was restored is on the disk then. */
  stop(): Promise<void>;
}

export interface RestorePlace {
  /** Laid out as DATA_DIR is. */
  readonly folder: string;
  /** False where it is thrown away: nothing is forced to the disk. */
  readonly durable: boolean;
}

/** The bytes before gzip. */
export async function* gunzipped(source: Bytes): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const feeding = pipeline(Readable.from(source, { objectMode: false }), gunzip);
  feeding.catch(() => undefined); // told by reading from it, too
  yield* gunzip as AsyncIterable<Buffer>;
  await feeding;
}

const drained = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go);
      resolve();
    };
    stream.on('drain', go).on('close', go);
  });

const notUnpacked = (check: string, cause?: unknown): StartError =>
  new StartError(`No se pudo desempacar la copia de la base de datos: comprueba que ${check} en el disco.`, {
    cause,
  });

/** As PostgreSQL's account: it refuses files that are not its own. */
async function untar(binaries: Binaries, folder: string, tar: Bytes): Promise<void> {
  const child = spawn('tar', ['-x', '-f', '-'], {
    ...binaries.user.ids,
    env: binaries.env,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined); // told below
  const { stdin } = child;
  stdin.on('error', () => undefined); // the exit code tells
  try {
    // tar may exit at the end of its archive; the rest is read all the same, because its last block proves the whole.
    for await (const chunk of tar) if (!stdin.destroyed && !stdin.write(chunk)) await drained(stdin);
    stdin.end();
    const [code] = await ended;
    if (code !== 0) throw notUnpacked('haya espacio');
  } catch (error) {
    child.kill();
    if (error instanceof StartError) throw error;
    throw notUnpacked('esté el programa tar y que haya espacio', error);
  }
}

const POLL_MS = 50;

/** As recovery_target_time takes it: no 'T', no 'Z'. */
const asTarget = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

async function untilRecovered(connection: ClientConfig): Promise<void> {
  for (;;) {
    const recovering = await withClient(connection, async (client) => {
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      return rows[0]?.is ?? true;
    });
    if (!recovering) return;
    await pause(POLL_MS);
  }
}

const VOLATILE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

async function start(
  binaries: Binaries,
  cluster: Cluster,
  settings: readonly string[],
  durable: boolean,
): Promise<RestoredServer> {
  const all = ['shared_buffers=128MB', ...settings, ...(durable ? [] : VOLATILE)];
  const { socketDir } = await startOrAdopt(binaries, cluster, all);
  return { connection: connectionTo(socketDir, DATABASE), stop: () => stopOn(cluster) };
}

async function stopOn(cluster: Cluster): Promise<void> {
  await stopPostmaster(cluster.dir);
  removeSocketFolder(cluster);
}

/** The work's error, which is what is told; that the server does not stop either is its cause, unless it has one. */
async function stoppedFor(error: unknown, stop: () => Promise<void>): Promise<unknown> {
  try {
    await stop();
  } catch (why) {
    if (error instanceof Error) error.cause ??= why;
  }
  return error;
}

async function stopWhereItFails<Result>(
  server: RestoredServer,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw await stoppedFor(error, () => server.stop());
  }
}

/** The server when the work over it is done; where that fails it is stopped. */
export async function serverAfter(
  server: RestoredServer,
  work: () => Promise<void>,
): Promise<RestoredServer> {
  await stopWhereItFails(server, work);
  return server;
}

/** What the work over the server finds; the server is stopped then. @throws the work's error before the stop's */
export async function thenStopped<Result>(
  server: RestoredServer,
  work: () => Promise<Result>,
): Promise<Result> {
  const found = await stopWhereItFails(server, work);
  await server.stop();
  return found;
}

/** The segment that came last says how far it goes, about. */
function toldUntil(archive: Archive): string {
  const last = lastSegmentAt(archive);
  return last === null ? '' : ` (lo último llegó el ${last.toISOString()})`;
}

/** PostgreSQL takes the file away when it is done. */
function askForRecovery({ dir }: Cluster, { user }: Binaries): void {
  const file = path.join(dir, 'recovery.signal');
  fs.writeFileSync(file, '', { mode: 0o600 });
  const { uid, gid } = user.ids;
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}

const recoverySettings = ({ command }: SegmentDesk, moment: Date): readonly string[] => [
  `restore_command=${command}`,
  `recovery_target_time=${asTarget(moment)}`,
  'recovery_target_action=promote',
];

/** Nothing runs where it fails. @throws StartError where the segments do not reach so far; else what the desk throws */
async function recover(
  cluster: Cluster,
  desk: SegmentDesk,
  { moment, archive }: Until,
  begin: () => Promise<RestoredServer>,
): Promise<RestoredServer> {
  try {
    const server = await begin();
    await untilRecovered({ ...server.connection, database: 'postgres' });
    return server;
  } catch (error) {
    const [cause] = await allOf([stoppedFor(error, () => stopOn(cluster)), desk.close()]);
    throw new StartError(
      `El archivo no llega hasta ${moment.toISOString()}${toldUntil(archive)}: elige un momento anterior, o ninguno (se restaura entonces la copia sola).`,
      { cause },
    );
  }
}

/** To the moment, by the segments after the copy. @throws StartError, or what the system says of the folder */
async function startUntil(
  binaries: Binaries,
  cluster: Cluster,
  until: Until,
  durable: boolean,
): Promise<RestoredServer> {
  askForRecovery(cluster, binaries);
  const folder = path.join(cluster.dir, 'segments');
  const desk = new SegmentDesk(folder, binaries.user, until.key, until.archive);
  desk.open();
  const begin = () => start(binaries, cluster, recoverySettings(desk, until.moment), durable);
  const server = await recover(cluster, desk, until, begin);
  return serverAfter(server, async () => {
    await desk.close();
    fs.rmSync(folder, { recursive: true });
  });
}

/** A cluster from its tar, running. @throws StartError */
export async function restoreCluster(
  place: RestorePlace,
  tar: Bytes,
  until: Until | null,
): Promise<RestoredServer> {
  const user = findServiceUser();
  const cluster = layOut(place.folder, user);
  const binaries = await findBinaries(user);
  makePrivateFolder(user, cluster.dir);
  await untar(binaries, cluster.dir, gunzipped(tar));
  return until === null
    ? start(binaries, cluster, [], place.durable)
    : startUntil(binaries, cluster, until, place.durable);
}

/** A new cluster with an empty database, running. @throws StartError */
export async function makeCluster(place: RestorePlace): Promise<RestoredServer> {
  const user = findServiceUser();
  const cluster = layOut(place.folder, user);
  const binaries = await findBinaries(user);
  await ensureCluster(binaries, cluster);
  const server = await start(binaries, cluster, [], place.durable);
  return serverAfter(server, () => ensureDatabase(String(server.connection.host), DATABASE));
}
