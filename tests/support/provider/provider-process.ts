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
import { connectionTo, findPostmaster } from '#server/database/embedded/postmaster.ts';
import { destroyData, makeScratch } from '../base/scratch.ts';
import { layPreparedData } from './prepared-data.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;
const POLL_MS = 40;

export interface ProviderOptions {
  /** A free one by default; the same at every `start`. */
  readonly port?: number;
  /** By default a new folder, where the demo clinic has been started before. `destroy` removes it in any case. */
  readonly dataDir?: string;
  /** Of another version; by default the one that was built here. */
  readonly program?: string;
  /** Added to the bare environment that the program runs in. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The built provider as a process of its own, with a data folder of its own. */
export interface ProviderProcess {
  readonly origin: string;
  readonly dataDir: string;
  /** Of the program that runs now. */
  pid(): number;
  isRunning(): boolean;
  /** All that it has printed, over all starts. */
  output(): string;
  /** Starts again, on the same port and data; ready when it resolves. */
  start(): Promise<void>;
  /** SIGTERM; its PostgreSQL ends with it. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL of the program alone: its PostgreSQL stays and is adopted by the next start. */
  kill(): Promise<void>;
  /** Asks its database directly. */
  query<Row extends QueryResultRow>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Ends and removes everything that it made. */
  destroy(): Promise<void>;
}

/** Starts the built provider (`npm run build` first) and waits until it answers. */
export async function startProvider(options: ProviderOptions = {}): Promise<ProviderProcess> {
  if (!fs.existsSync(options.program ?? PROGRAM))
    throw new Error('dist/server/main.js is missing: run `npm run build` first');
  const provider = new Running(options.port ?? (await freePort()), options);
  if (options.dataDir === undefined && hasDemo(options))
    await layPreparedData(provider.dataDir, PROGRAM, makeFirst);
  await provider.start();
  return provider;
}

const hasDemo = ({ env }: ProviderOptions): boolean => env?.['DEMO'] !== '0' && !env?.['DATABASE_URL'];

async function makeFirst(dataDir: string): Promise<void> {
  const first = new Running(await freePort(), { dataDir });
  await first.start();
  await first.stop();
}

class Running implements ProviderProcess {
  readonly origin: string;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #program: string;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(port: number, options: ProviderOptions) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#program = options.program ?? PROGRAM;
    this.dataDir = options.dataDir ?? makeScratch('provider');
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
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!(await isHealthy(this.origin))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > giveUpAt)
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
    const client = new Client(connectionTo(server.socketDir, 'ventanilla'));
    await client.connect();
    try {
      return (await client.query<Row>(sql, [...params])).rows;
    } finally {
      await client.end();
    }
  }

  async destroy(): Promise<void> {
    await this.kill();
    await destroyData(this.dataDir);
  }
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}${API_BASE}/health`);
    return answer.ok && Health.safeParse(await answer.json()).success;
  } catch {
    return false; // not listening yet
  }
}

/** Free at this moment; nobody else on the machine is likely to take it before the provider does. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
