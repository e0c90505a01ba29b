import fs from 'node:fs';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { StartError, errorCode } from '../../base/start-error.ts';
import { type PostgresBinaries, runPostgresProgram } from './binaries.ts';
import { type ServiceUser, canEnterFolder, makePrivateFolder } from './service-user.ts';

/**
 * Role with which this program connects to PostgreSQL. The port below only becomes part of the socket's file name, because
 * PostgreSQL does not listen on the network.
 */
export const POSTGRES_SUPERUSER = 'ventanilla';
export const SOCKET_PORT = 5432;
/** Maximum length of a socket's path: 104 bytes on macOS (108 on Linux), including the terminating zero byte. */
const MAX_SOCKET_PATH_BYTES = 103;
export const POSTGRES_MAJOR_VERSION = '18';
/**
 * Name of the folder in which a restore builds the data (server/platform/backup). A data folder that contains it is incomplete.
 */
export const RESTORING_MARKER = '.restoring';

export interface ClusterPaths {
  /** Absolute path without symbolic links. */
  readonly dir: string;
  /** Value of PostgreSQL's option `-D`. PostgreSQL's programs start with `dir` as working directory. */
  readonly dirArgument: string;
  readonly socketDir: string;
  readonly logFile: string;
}

/** Returns the paths below DATA_DIR: `postgres/` (the cluster), `run/` (its socket), `postgres.log`. */
export function prepareClusterPaths(dataDir: string, user: ServiceUser): ClusterPaths {
  const root = ensureWritableDataDir(dataDir);
  const reachable = canEnterFolder(user, root);
  if (!reachable && process.platform !== 'linux')
    throw new StartError(
      `PostgreSQL corre como ${user.name}, que no puede entrar a ${root}: elige otro DATA_DIR o inicia el programa con otro usuario.`,
    );
  const dir = path.join(root, 'postgres');
  const socketDir = socketFolder(root, reachable);
  // A parent folder such as /root may deny access to the service user. Therefore root enters the folder before the process
  // switches to the service user. On Linux, the process can then use the path /proc/self/cwd.
  const dirArgument = reachable ? dir : '/proc/self/cwd';
  return { dir, dirArgument, socketDir, logFile: path.join(root, 'postgres.log') };
}

function ensureWritableDataDir(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(dataDir);
  } catch (cause) {
    throw new StartError(
      `No se puede escribir en la carpeta de datos ${path.resolve(dataDir)} (${errorCode(cause)}): elige otro DATA_DIR o cambia su dueño.`,
      { cause },
    );
  }
}

/**
 * Returns the socket folder: next to the data if the path is short enough, otherwise a temporary folder with a name that is the
 * same at every start.
 */
function socketFolder(root: string, reachable: boolean): string {
  const beside = path.join(root, 'run');
  if (reachable && Buffer.byteLength(`${beside}/.s.PGSQL.${SOCKET_PORT}`) <= MAX_SOCKET_PATH_BYTES)
    return beside;
  const name = `ventanilla-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  return path.join(process.getuid?.() === 0 && fs.existsSync('/run') ? '/run' : os.tmpdir(), name);
}

export function removeSocketFolder({ dir, socketDir }: ClusterPaths): void {
  if (path.dirname(socketDir) !== path.dirname(dir)) fs.rmSync(socketDir, { recursive: true, force: true });
}

/** Creates the cluster unless it exists. initdb is not atomic, so it runs in a temporary folder that is renamed at the end. */
export async function ensureCluster(binaries: PostgresBinaries, cluster: ClusterPaths): Promise<void> {
  if (isClusterFolder(cluster.dir)) return rejectOtherMajorVersion(cluster.dir);
  deleteUnfinishedClusters(cluster.dir);
  const building = `${cluster.dir}.init-${process.pid}`;
  fs.rmSync(building, { recursive: true, force: true }); // An earlier process with the same id may have left this folder.
  makePrivateFolder(binaries.user, building);
  const directory = cluster.dirArgument === cluster.dir ? building : cluster.dirArgument;
  const made = await runPostgresProgram(binaries, 'initdb', ['-D', directory, ...INITDB_OPTIONS], building);
  if (!made.ok)
    throw new StartError(`No se pudo crear la base de datos en ${cluster.dir}: ${made.stderr.trim()}`);
  moveClusterIntoPlace(building, cluster.dir);
}

/** Options of initdb. The locale C.UTF-8 converts letters beyond ASCII to lower and upper case identically on every machine. */
const INITDB_OPTIONS =
  `-U ${POSTGRES_SUPERUSER} --auth=trust -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --data-checksums --no-instructions`.split(
    ' ',
  );

const isClusterFolder = (dir: string) => fs.existsSync(path.join(dir, 'PG_VERSION'));

function rejectOtherMajorVersion(dir: string): void {
  const major = fs.readFileSync(path.join(dir, 'PG_VERSION'), 'utf8').trim();
  if (major === POSTGRES_MAJOR_VERSION) return;
  throw new StartError(
    `${dir} es de PostgreSQL ${major} y este programa trae el ${POSTGRES_MAJOR_VERSION}: inicia la versión del programa que la creó.`,
  );
}

function moveClusterIntoPlace(building: string, dir: string): void {
  try {
    fs.renameSync(building, dir);
  } catch (error) {
    // Another process that started concurrently has already created the cluster.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error)) || !isClusterFolder(dir)) throw error;
    fs.rmSync(building, { recursive: true, force: true });
  }
  const parent = fs.openSync(path.dirname(dir), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

function deleteUnfinishedClusters(dir: string): void {
  const prefix = `${path.basename(dir)}.init-`;
  for (const name of fs.readdirSync(path.dirname(dir))) {
    if (!name.startsWith(prefix) || isProcessRunning(Number(name.slice(prefix.length)))) continue;
    // The deletion is retried, because an initdb that outlived its parent process may still add files.
    fs.rmSync(path.join(path.dirname(dir), name), { recursive: true, force: true, maxRetries: 10 });
  }
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
