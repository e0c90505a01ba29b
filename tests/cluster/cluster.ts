import type { Pool } from 'pg';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { createS3FileStore } from '#server/platform/files/s3/s3-files.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { type ServerProcess, findFreePort, startServer } from '#tests/support/server/server-process.ts';
import { s3EnvironmentOf } from '#tests/support/s3/store.ts';
import { type Swift, startSwift } from '#tests/support/s3/swift.ts';
import fs from 'node:fs';
import { type EntryPoint, openBalancer, openFinder } from './entry-points.ts';
import { CuttableConnection } from './cuttable-connection.ts';
import { PostgresCluster } from './postgres.ts';
import { isResponding, waitUntil } from './process.ts';

const DATABASE = 'ventanilla';
const SERVER_COUNT = 3;
/**
 * Database connections of each server. PostgreSQL's limit must cover three servers and a fourth that is replacing one of them.
 */
const SERVER_POOL_SIZE = 12;
/** Drain time in seconds; longer than two health checks of the load balancer. */
const DRAIN_SECONDS = 3;

/** Host of one server process, with the host's network connections. */
export interface ServerHost {
  readonly port: number;
  readonly toDatabase: CuttableConnection;
  readonly toFiles: CuttableConnection;
  provider: ServerProcess;
}

/** All programs of a network of clinics on this machine, started in the order of their dependencies. */
export class Cluster {
  readonly postgres: PostgresCluster;
  readonly swift: Swift;
  readonly finder: EntryPoint;
  readonly balancer: EntryPoint;
  readonly stands: readonly ServerHost[];
  /** Connection pool to the primary that bypasses every `CuttableConnection`. */
  readonly pool: Pool;
  readonly #folder: string;

  private constructor(parts: {
    postgres: PostgresCluster;
    swift: Swift;
    finder: EntryPoint;
    balancer: EntryPoint;
    stands: readonly ServerHost[];
    pool: Pool;
    folder: string;
  }) {
    this.postgres = parts.postgres;
    this.swift = parts.swift;
    this.finder = parts.finder;
    this.balancer = parts.balancer;
    this.stands = parts.stands;
    this.pool = parts.pool;
    this.#folder = parts.folder;
  }

  /** @param program path of the server program; the current version by default */
  static async start(program?: string): Promise<Cluster> {
    const folder = makeScratchFolder('cluster');
    const postgres = await PostgresCluster.start(folder);
    await makeDatabase(postgres);
    const swift = await startSwift();
    const finder = await openFinder(folder, postgres.nodes);
    const stands: ServerHost[] = [];
    for (let number = 0; number < SERVER_COUNT; number += 1)
      stands.push(await startServerHost(swift, finder.port, program));
    const ports = stands.map(({ port }) => port);
    const balancer = await openBalancer(folder, ports);
    const primary = await postgres.primary();
    const url = primary?.url(DATABASE).replace(String(primary.ports.database), String(finder.port));
    const pool = createPool({ connectionString: url ?? '', max: 4 });
    const cluster = new Cluster({ postgres, swift, finder, balancer, stands, pool, folder });
    await cluster.waitUntilRunning();
    return cluster;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.balancer.port}`;
  }

  get files(): FileStore {
    return createS3FileStore(this.swift.place);
  }

  /** Waits until every program runs and accepts calls. */
  async waitUntilRunning(): Promise<void> {
    await this.balancer.open();
    await this.finder.open();
    await this.postgres.startAll();
    for (const { port } of this.stands)
      await waitUntil('each provider is ready', () =>
        isResponding(`http://127.0.0.1:${port}${API_BASE}/ready`),
      );
    await waitUntil('the balancer has somebody to ask', () =>
      isResponding(`${this.origin}${API_BASE}/ready`),
    );
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.balancer.part.kill();
    for (const stand of this.stands) await stand.provider.destroy();
    for (const { toDatabase, toFiles } of this.stands)
      await Promise.all([toDatabase.close(), toFiles.close()]);
    await this.finder.part.kill();
    await this.swift.stop();
    await this.postgres.stop();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function makeDatabase(postgres: PostgresCluster): Promise<void> {
  const primary = await postgres.primary();
  const pool = createPool({ connectionString: primary?.url('postgres') ?? '', max: 1 });
  await pool.query(`create database ${DATABASE}`);
  await pool.end();
}

const databaseUrl = (port: number): string =>
  `postgres://superuser:no-es-un-secreto@127.0.0.1:${port}/${DATABASE}`;

/** Returns the settings of one server. Only the test of two primaries passes a different database port. */
export const createServerSettings = (
  swift: Swift,
  { toDatabase, toFiles }: Pick<ServerHost, 'toDatabase' | 'toFiles'>,
  databasePort = toDatabase.port,
): Record<string, string> => ({
  DEMO: '0',
  DATABASE_URL: databaseUrl(databasePort),
  DATABASE_POOL: String(SERVER_POOL_SIZE),
  DRAIN_SECONDS: String(DRAIN_SECONDS),
  ...s3EnvironmentOf(swift, `http://127.0.0.1:${toFiles.port}`),
});

async function startServerHost(
  swift: Swift,
  finder: number,
  program: string | undefined,
): Promise<ServerHost> {
  const port = await findFreePort();
  const toDatabase = await CuttableConnection.openTo(finder);
  const toFiles = await CuttableConnection.openTo(Number(swift.place.endpoint.port));
  const env = createServerSettings(swift, { toDatabase, toFiles });
  const server = await startServer({ port, env, ...(program !== undefined && { program }) });
  return { port, toDatabase, toFiles, provider: server };
}
