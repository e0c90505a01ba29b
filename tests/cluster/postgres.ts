import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import {
  type ServiceUser,
  findServiceUser,
  makePrivateFolder,
} from '#server/platform/database/embedded/service-user.ts';
import { findFreePort } from '#tests/support/server/server-process.ts';
import { ClusterProgram, isResponding, killWithChildren, waitUntil } from './process.ts';

/** Folder of Debian's PostgreSQL programs. */

const POSTGRES_INSTALL_FOLDER = '/usr/lib/postgresql';
const PASSWORD = 'no-es-un-secreto';
/** Seconds without contact after which a primary loses its role. This is Patroni's minimum. */
export const LEASE_SECONDS = 20;

function findPostgresPrograms(): string {
  const versions = fs.readdirSync(POSTGRES_INSTALL_FOLDER).filter((name) => /^\d+$/.test(name));
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  if (newest === undefined) throw new Error(`No PostgreSQL below ${POSTGRES_INSTALL_FOLDER}`);
  return path.join(POSTGRES_INSTALL_FOLDER, newest, 'bin');
}

interface DatabaseNodePorts {
  readonly database: number;
  readonly rest: number;
}

const createPatroniSettings = (name: string, folder: string, ports: DatabaseNodePorts, etcd: number) => ({
  scope: 'ventanilla',
  name,
  restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.rest}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: LEASE_SECONDS,
      loop_wait: 3,
      retry_timeout: 5,
      // A failed primary is not restarted, because the standby has every commit and can take over.
      master_start_timeout: 0,
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 120 } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${ports.database}`,
    connect_address: `127.0.0.1:${ports.database}`,
    data_dir: path.join(folder, 'data'),
    bin_dir: findPostgresPrograms(),
    pgpass: path.join(folder, 'pgpass'),
    authentication: Object.fromEntries(
      ['superuser', 'replication', 'rewind'].map((role) => [role, { username: role, password: PASSWORD }]),
    ),
    parameters: { unix_socket_directories: folder },
    pg_hba: [
      'host replication replication 127.0.0.1/32 scram-sha-256',
      'host all all 127.0.0.1/32 scram-sha-256',
    ],
  },
});

/** Database host, one of two: Patroni and the PostgreSQL server that Patroni manages. */
export class DatabaseNode {
  readonly name: string;
  readonly ports: DatabaseNodePorts;
  readonly #patroni: ClusterProgram;
  readonly #folder: string;

  constructor(
    name: string,
    place: { readonly parent: string; readonly user: ServiceUser },
    ports: DatabaseNodePorts,
    etcd: number,
  ) {
    this.name = name;
    this.ports = ports;
    const { parent, user } = place;
    this.#folder = path.join(parent, name);
    makePrivateFolder(user, this.#folder);
    const settings = path.join(this.#folder, 'patroni.yml');
    // JSON is valid YAML.
    fs.writeFileSync(settings, JSON.stringify(createPatroniSettings(name, this.#folder, ports, etcd)), {
      mode: 0o644,
    });
    this.#patroni = new ClusterProgram({
      program: 'patroni',
      args: [settings],
      ids: user.ids,
      env: { HOME: this.#folder },
    });
  }

  start(): void {
    this.#patroni.start();
  }

  get output(): string {
    return this.#patroni.output;
  }

  /** Id of PostgreSQL's main process; null if PostgreSQL is not running. */
  get postmaster(): number | null {
    try {
      const [pid] = fs.readFileSync(path.join(this.#folder, 'data/postmaster.pid'), 'utf8').split('\n');
      const id = Number(pid);
      const command = fs.readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return command.includes(this.#folder) ? id : null;
    } catch {
      return null;
    }
  }

  /** Kills only the database. Patroni continues to run and detects the failure. */
  killDatabase(): void {
    const pid = this.postmaster;
    if (pid !== null) killWithChildren(pid);
  }

  /** Kills only Patroni. The database continues without it. */
  killKeeper(): Promise<void> {
    return this.#patroni.kill();
  }

  async kill(): Promise<void> {
    await this.killKeeper();
    this.killDatabase();
  }

  /** Returns true if Patroni reports this role for the node: 'primary', 'replica' or 'synchronous'. */
  hasRole(role: string): Promise<boolean> {
    return isResponding(`http://127.0.0.1:${this.ports.rest}/${role}`);
  }

  /** Returns true if the database reports that it accepts changes, regardless of Patroni's report. */
  async acceptsChanges(): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres') });
    client.on('error', () => undefined); // The database may die during the query; the query itself then fails.
    try {
      await client.connect();
      const { rows } = await client.query<{ leads: boolean }>('select not pg_is_in_recovery() as leads');
      return rows[0]?.leads === true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  url(database: string, user = 'superuser'): string {
    return `postgres://${user}:${PASSWORD}@127.0.0.1:${this.ports.database}/${database}`;
  }
}

/** Both database hosts, and etcd, which Patroni uses to elect the primary. */
export class PostgresCluster {
  readonly nodes: readonly DatabaseNode[];
  readonly keeper: ClusterProgram;
  readonly #folder: string;
  readonly #etcdPort: number;

  private constructor(
    nodes: readonly DatabaseNode[],
    keeper: ClusterProgram,
    etcdPort: number,
    folder: string,
  ) {
    this.nodes = nodes;
    this.keeper = keeper;
    this.#etcdPort = etcdPort;
    this.#folder = folder;
  }

  static async start(parent: string): Promise<PostgresCluster> {
    const user = findServiceUser();
    const folder = path.join(parent, 'postgres');
    makePrivateFolder(user, folder);
    const [client, peer] = [await findFreePort(), await findFreePort()];
    const keeper = new ClusterProgram({
      program: 'etcd',
      args: [
        '--data-dir',
        path.join(folder, 'etcd'),
        '--listen-client-urls',
        `http://127.0.0.1:${client}`,
        '--advertise-client-urls',
        `http://127.0.0.1:${client}`,
        '--listen-peer-urls',
        `http://127.0.0.1:${peer}`,
        '--initial-advertise-peer-urls',
        `http://127.0.0.1:${peer}`,
        '--initial-cluster',
        `default=http://127.0.0.1:${peer}`,
      ],
      ids: user.ids,
    });
    const nodes: DatabaseNode[] = [];
    for (const name of ['one', 'two']) {
      const ports = { database: await findFreePort(), rest: await findFreePort() };
      nodes.push(new DatabaseNode(name, { parent: folder, user }, ports, client));
    }
    const postgres = new PostgresCluster(nodes, keeper, client, folder);
    try {
      await postgres.#begin();
    } catch (error) {
      const printed = [keeper.output, ...nodes.map(({ output }) => output)].join('\n');
      await postgres.stop();
      throw new Error(`PostgreSQL does not come up:\n${printed}`, { cause: error });
    }
    return postgres;
  }

  async #begin(): Promise<void> {
    this.keeper.start();
    await waitUntil('the store of who leads', () =>
      isResponding(`http://127.0.0.1:${this.#etcdPort}/health`),
    );
    this.nodes[0]?.start();
    await waitUntil('a primary', async () => (await this.primary()) !== null);
    this.nodes[1]?.start();
    await this.startAll();
  }

  async #first(role: string): Promise<DatabaseNode | null> {
    for (const node of this.nodes) if (await node.hasRole(role)) return node;
    return null;
  }

  primary(): Promise<DatabaseNode | null> {
    return this.#first('primary');
  }

  /** Returns the synchronous standby. Without it, the primary acknowledges no commit. */
  findStandby(): Promise<DatabaseNode | null> {
    return this.#first('synchronous');
  }

  /** Starts all programs and waits until every commit is on both hosts again. */
  async startAll(): Promise<void> {
    this.keeper.start();
    for (const node of this.nodes) node.start();
    await waitUntil('a primary and its synchronous standby', async () => {
      return (await this.primary()) !== null && (await this.findStandby()) !== null;
    });
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.kill();
    await this.keeper.kill();
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
