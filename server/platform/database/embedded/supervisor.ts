import { Client, escapeIdentifier } from 'pg';
import { preparePostgresBinaries } from './binaries.ts';
import { type ClusterPaths, ensureCluster, prepareClusterPaths, removeSocketFolder } from './cluster.ts';
import { socketConnectionTo, startOrAdoptPostmaster, stopPostmaster } from './postmaster.ts';
import { findServiceUser } from './service-user.ts';
import { type ServerLock, takeServerLock } from './single-server.ts';

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string;
  readonly database?: string;
  /** PostgreSQL settings, each as 'name=value'. A running server with different values is restarted. */
  readonly settings?: readonly string[];
  /** False only in tests: PostgreSQL then does not force writes to disk. */
  readonly durable?: boolean;
  readonly onLost?: (reason: unknown) => void;
}

export interface EmbeddedDatabase {
  readonly connection: { host: string; port: number; user: string; database: string };
  /** True if the database server of a killed process was still running and this process uses it. */
  readonly adopted: boolean;
  /** Stops the PostgreSQL server, even if an earlier process started it. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, or uses the server that a killed process left running. Restarts the server when it dies,
 * until `stop` is called. PostgreSQL listens on a Unix socket in a private folder, never on the network.
 *
 * Every step is safe against a crash: initdb runs in a temporary folder that is renamed at the end, the next process continues
 * with the server of a killed process, and a killed server recovers from its log. A second process on the same folder is
 * rejected.
 * @throws StartError with a message for the operator
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const user = findServiceUser();
  const cluster = prepareClusterPaths(options.dataDir, user);
  const binaries = await preparePostgresBinaries(user);
  const own = options.settings ?? [];
  const settings = [
    'shared_buffers=128MB',
    ...(options.durable === false ? UNSAFE_TEST_SETTINGS : []),
    ...own,
  ];
  await ensureCluster(binaries, cluster);
  const start = async () => {
    const found = await startOrAdoptPostmaster(binaries, cluster, settings);
    if (!found.adopted || (await hasPostgresSettings(found.socketDir, own))) return found;
    await rejectSecondServer(found.socketDir);
    await stopPostmaster(cluster.dir);
    return startOrAdoptPostmaster(binaries, cluster, settings);
  };
  const guard = await PostmasterSupervisor.start(cluster, start, options.onLost);
  const database = options.database ?? 'ventanilla';
  await ensureDatabase(guard.socketDir, database);
  return {
    connection: socketConnectionTo(guard.socketDir, database),
    adopted: guard.adopted,
    stop: () => guard.stop(),
  };
}

const UNSAFE_TEST_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Returns true when the running server has these settings. Another process may have started the server with different settings.
 */
async function hasPostgresSettings(socketDir: string, wanted: readonly string[]): Promise<boolean> {
  const client = new Client(socketConnectionTo(socketDir, 'postgres'));
  await client.connect();
  try {
    for (const setting of wanted) {
      const [name = '', ...value] = setting.split('=');
      const { rows } = await client.query<{ setting: string }>(
        'select setting from pg_settings where name = $1',
        [name],
      );
      if (rows[0]?.setting !== value.join('=')) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

/** Throws when another server process uses the database, because a restart of PostgreSQL would interrupt that process. */
async function rejectSecondServer(socketDir: string): Promise<void> {
  const lock = await takeServerLock(socketConnectionTo(socketDir, 'postgres'));
  await lock.release();
}

type StartPostmaster = () => Promise<{ socketDir: string; adopted: boolean }>;

class PostmasterSupervisor {
  readonly socketDir: string;
  readonly adopted: boolean;
  readonly #cluster: ClusterPaths;
  readonly #start: StartPostmaster;
  readonly #onLost: (reason: unknown) => void;
  #lock: ServerLock;
  #revival: Promise<void> = Promise.resolve();
  #stopping = false;

  static async start(
    cluster: ClusterPaths,
    start: StartPostmaster,
    onLost?: (reason: unknown) => void,
  ): Promise<PostmasterSupervisor> {
    const server = await start();
    const lock = await takeServerLock(socketConnectionTo(server.socketDir, 'postgres'));
    return new PostmasterSupervisor(cluster, start, { ...server, lock, onLost: onLost ?? (() => undefined) });
  }

  private constructor(
    cluster: ClusterPaths,
    start: StartPostmaster,
    now: { socketDir: string; adopted: boolean; lock: ServerLock; onLost: (reason: unknown) => void },
  ) {
    this.#cluster = cluster;
    this.#start = start;
    this.#onLost = now.onLost;
    this.#lock = now.lock;
    this.socketDir = now.socketDir;
    this.adopted = now.adopted;
    this.#watch();
  }

  #watch(): void {
    this.#lock.onLost(() => {
      if (!this.#stopping) this.#revival = this.#revive();
    });
  }

  async #revive(): Promise<void> {
    try {
      const server = await this.#start();
      this.#lock = await takeServerLock(socketConnectionTo(server.socketDir, 'postgres'));
      this.#watch();
    } catch (error) {
      this.#onLost(error);
    }
  }

  /** Stops the server. Releases the lock only after the server is down, so that a concurrent start waits. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#revival;
    await stopPostmaster(this.#cluster.dir);
    removeSocketFolder(this.#cluster);
    await this.#lock.release();
  }
}

export async function ensureDatabase(socketDir: string, name: string): Promise<void> {
  const client = new Client(socketConnectionTo(socketDir, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
