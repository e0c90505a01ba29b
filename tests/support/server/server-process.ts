import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import { Health } from '#contract/records/health.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { stopAndRemoveDataDir, makeScratchFolder } from '../base/scratch.ts';
import { placePreparedData } from './prepared-data.ts';

const SERVER_PROGRAM_PATH = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));
const POLL_MS = 40;

export interface ServerOptions {
  /** Port of the server, the same after each `start`; by default a free one. */
  readonly port?: number;
  /** Data folder; by default a new one with prepared data of the demo clinic. `destroy` removes it in any case. */
  readonly dataDir?: string;
  /** Path of the server program; by default the one that was built from this folder. */
  readonly program?: string;
  /** Variables to add to the program's environment, which is otherwise almost empty. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  pid(): number;
  isRunning(): boolean;
  /** Returns everything that the program has printed since its first start. */
  output(): string;
  /** Starts the server again on the same port and data. Resolves when it responds. */
  start(): Promise<void>;
  /** Sends SIGTERM, which also ends the server's PostgreSQL. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to the server only. Its PostgreSQL continues to run, and the next start uses it. */
  kill(): Promise<void>;
  query<Row extends QueryResultRow>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  destroy(): Promise<void>;
}

/** Starts the built server (run `npm run build` first) and waits until it responds. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  if (!fs.existsSync(options.program ?? SERVER_PROGRAM_PATH))
    throw new Error('dist/server/main.js is missing: run `npm run build` first');
  const apiServer = new RunningServer(options.port ?? (await findFreePort()), options);
  if (options.dataDir === undefined && hasDemoClinic(options))
    await placePreparedData(apiServer.dataDir, SERVER_PROGRAM_PATH, prepareDemoData);
  await apiServer.start();
  return apiServer;
}

const hasDemoClinic = ({ env }: ServerOptions): boolean => env?.['DEMO'] !== '0' && !env?.['DATABASE_URL'];

async function prepareDemoData(dataDir: string): Promise<void> {
  const first = new RunningServer(await findFreePort(), { dataDir });
  await first.start();
  // The demo clinic's additional fields would add inputs to every form. Tests of such fields define or activate them.
  await first.query('update additional_fields set is_active = false');
  await first.stop();
}

class RunningServer implements ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #program: string;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(port: number, options: ServerOptions) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#program = options.program ?? SERVER_PROGRAM_PATH;
    this.dataDir = options.dataDir ?? makeScratchFolder('provider');
    const own = { PORT: String(port), DATA_DIR: this.dataDir };
    this.#env = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...options.env, ...own };
  }

  pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('The provider is not running');
    return pid;
  }

  isRunning(): boolean {
    return this.#child !== null;
  }

  output(): string {
    return this.#output;
  }

  async start(): Promise<void> {
    if (this.#child) throw new Error('The provider is running already');
    const child = spawn(process.execPath, ['--enable-source-maps', this.#program], {
      env: { ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    child.once('exit', () => (this.#child = null));
    this.#child = child;
    await this.#becomesReady(child);
  }

  async #becomesReady(child: ChildProcess): Promise<void> {
    // No time limit: a start may take minutes on a busy machine, and the timeout of the test ends a start that hangs.
    while (!(await isServerHealthy(this.origin))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The provider does not serve:\n${this.#output}`);
      await pause(POLL_MS);
    }
  }

  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  }

  async query<Row extends QueryResultRow>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
    const server = findPostmaster(path.join(this.dataDir, 'postgres'));
    if (!server) throw new Error('The provider has no embedded database running');
    const client = new Client(socketConnectionTo(server.socketDir, 'ventanilla'));
    await client.connect();
    try {
      return (await client.query<Row>(sql, [...params])).rows;
    } finally {
      await client.end();
    }
  }

  async destroy(): Promise<void> {
    await this.kill();
    await stopAndRemoveDataDir(this.dataDir);
  }
}

async function isServerHealthy(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}${API_BASE}/health`);
    return response.ok && Health.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

/** Returns a port that is free now; another program is unlikely to take it before the server starts. */
export async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
