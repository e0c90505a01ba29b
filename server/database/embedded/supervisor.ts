import { Client, escapeIdentifier } from 'pg';
import { findBinaries } from './binaries.ts';
import { type Cluster, ensureCluster, layOut, removeSocketFolder } from './cluster.ts';
import { connectionTo, startOrAdopt, stopPostmaster } from './postmaster.ts';
import { findServiceUser } from './service-user.ts';
import { type ProviderLock, lockOutOthers } from './single-provider.ts';

export interface SupervisorOptions {
  /** DATA_DIR: gets `postgres/`, `run/` and `postgres.log`. */
  readonly dataDir: string;
  readonly database?: string;
  /** Settings of the server, each 'name=value'; an adopted one that has others is started again. */
  readonly settings?: readonly string[];
  /** False only for tests: nothing is forced to the disk. */
  readonly durable?: boolean;
  /** The server was gone and could not be brought back. */
  readonly onLost?: (reason: unknown) => void;
}

/** The embedded PostgreSQL while it runs. */
export interface EmbeddedDatabase {
  readonly connection: { host: string; port: number; user: string; database: string };
  /** True when a server of ours still ran, left by a program that was killed. */
  readonly adopted: boolean;
  /** Stops the server, adopted or not. */
  stop(): Promise<void>;
}

/**
 * Starts or adopts PostgreSQL on `dataDir` and keeps it running until `stop`: a server that dies is started again.
 * It listens on a Unix socket in a private folder, never on the network.
 *
 * Crash-safe at every point: initdb builds beside and renames; a killed program leaves a server that the next one
 * adopts; a killed server recovers from its log; a second program on the folder is refused.
 * @throws StartError with a sentence for the operator.
 */
export async function startEmbeddedDatabase(options: SupervisorOptions): Promise<EmbeddedDatabase> {
  const user = findServiceUser();
  const cluster = layOut(options.dataDir, user);
  const binaries = await findBinaries(user);
  const own = options.settings ?? [];
  const settings = ['shared_buffers=128MB', ...(options.durable === false ? VOLATILE : []), ...own];
  await ensureCluster(binaries, cluster);
  const start = async () => {
    const found = await startOrAdopt(binaries, cluster, settings);
    if (!found.adopted || (await hasSettings(found.socketDir, own))) return found;
    await refuseSecondProvider(found.socketDir);
    await stopPostmaster(cluster.dir);
    return startOrAdopt(binaries, cluster, settings);
  };
  const guard = await Guard.start(cluster, start, options.onLost);
  const database = options.database ?? 'ventanilla';
  await ensureDatabase(guard.socketDir, database);
  return {
    connection: connectionTo(guard.socketDir, database),
    adopted: guard.adopted,
    stop: () => guard.stop(),
  };
}

const VOLATILE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** A server that was left running was started by a program that may have been told otherwise. */
async function hasSettings(socketDir: string, wanted: readonly string[]): Promise<boolean> {
  const client = new Client(connectionTo(socketDir, 'postgres'));
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

/** Before its server is stopped under another provider. */
async function refuseSecondProvider(socketDir: string): Promise<void> {
  const lock = await lockOutOthers(connectionTo(socketDir, 'postgres'));
  await lock.release();
}

type Start = () => Promise<{ socketDir: string; adopted: boolean }>;

/** Holds the cluster's lock, and brings the server back when the lock's connection breaks. */
class Guard {
  readonly socketDir: string;
  readonly adopted: boolean;
  readonly #cluster: Cluster;
  readonly #start: Start;
  readonly #onLost: (reason: unknown) => void;
  #lock: ProviderLock;
  #revival: Promise<void> = Promise.resolve();
  #stopping = false;

  static async start(cluster: Cluster, start: Start, onLost?: (reason: unknown) => void): Promise<Guard> {
    const server = await start();
    const lock = await lockOutOthers(connectionTo(server.socketDir, 'postgres'));
    return new Guard(cluster, start, { ...server, lock, onLost: onLost ?? (() => undefined) });
  }

  private constructor(
    cluster: Cluster,
    start: Start,
    now: { socketDir: string; adopted: boolean; lock: ProviderLock; onLost: (reason: unknown) => void },
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
      this.#lock = await lockOutOthers(connectionTo(server.socketDir, 'postgres'));
      this.#watch();
    } catch (error) {
      this.#onLost(error);
    }
  }

  /** The lock is held until the server is down, so that a start at the same moment waits for it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#revival;
    await stopPostmaster(this.#cluster.dir);
    removeSocketFolder(this.#cluster);
    await this.#lock.release();
  }
}

/** Makes the database unless it is there. */
export async function ensureDatabase(socketDir: string, name: string): Promise<void> {
  const client = new Client(connectionTo(socketDir, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
