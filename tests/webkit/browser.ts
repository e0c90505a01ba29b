import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { kill, nameOf, processesOn, untilGone } from '#tests/support/base/processes.ts';
import { makeProfileFolder } from '#tests/support/browsers/profile.ts';
import { Driver, type Session } from './driver.ts';

const HOST = fileURLToPath(new URL('host.py', import.meta.url));
const PYTHON = '/usr/bin/python3';

/** What Debian's WebKit has and leaves off, and Safari has on: without them there is no `navigator.storage`. */
export const STORAGE_API: readonly string[] = ['StorageAPI', 'StorageAPIEstimate'];

/** A screen that nobody sees. */
export class Display {
  readonly #process: ChildProcess;
  readonly name: string;

  private constructor(process: ChildProcess, name: string) {
    this.#process = process;
    this.name = name;
  }

  static async switchOn(): Promise<Display> {
    const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const said = child.stdio[3];
    if (!said) throw new Error('Xvfb has nowhere to say its number');
    const [number] = (await once(said, 'data')) as [Buffer];
    return new Display(child, `:${number.toString().trim()}`);
  }

  async switchOff(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill();
    await exited;
  }
}

/** Which WebKit: where it keeps its data, and what it has. */
interface Options {
  /** False: a private window, which keeps nothing. */
  readonly keeps?: boolean;
  readonly features?: readonly string[];
}

/** WebKitGTK on a folder of its own, which it can be killed on and opened on again. */
export class WebKit {
  readonly folder = makeProfileFolder();
  readonly #display: Display;
  #driver: Driver | null = null;
  #session: Session | null = null;
  #host: ChildProcess | null = null;

  constructor(display: Display) {
    this.#display = display;
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    const quiet = { GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
    return { PATH, HOME, ...quiet, DISPLAY: this.#display.name, LANG: 'C.UTF-8', TZ: 'America/Bogota' };
  }

  #hostArguments({ keeps = true, features = [] }: Options): string[] {
    // A private window names the folder too, so that its processes are found.
    return [HOST, keeps ? '--profile' : '--private', this.folder, '--features', features.join(',')];
  }

  /** With a driver, for what a person does. */
  async open(options: Options = {}): Promise<Session> {
    this.#driver = await Driver.start(this.#environment());
    this.#session = await this.#driver.begin(PYTHON, this.#hostArguments(options));
    return this.#session;
  }

  /** At an address and without a driver, which would leave with the first process that dies. */
  openAlone(url: string, options: Options = {}): Alone {
    const args = [...this.#hostArguments(options), '--url', url];
    this.#host = spawn(PYTHON, args, { env: this.#environment(), stdio: ['pipe', 'pipe', 'ignore'] });
    return new Alone(this.#host, this.folder);
  }

  /** What can be read in the window under the driver, for whoever looks into a failure. */
  async shows(): Promise<string> {
    if (!this.#session) return 'no driver';
    return this.#session.evaluate(() => `${location.href}\n${document.body.innerText}`).catch(String);
  }

  /** SIGKILL of everything at once. */
  async kill(): Promise<void> {
    const family = processesOn(this.folder).filter((pid) => pid !== this.#driver?.pid);
    for (const pid of family) kill(pid);
    await untilGone(family);
    this.#session = null;
    this.#host = null;
    await this.#driver?.end();
    this.#driver = null;
  }

  /** An orderly end. */
  async close(): Promise<void> {
    const family = processesOn(this.folder);
    await this.#session?.end();
    this.#host?.kill();
    await untilGone(family.filter((pid) => pid !== this.#driver?.pid));
    await this.kill();
  }

  async destroy(): Promise<void> {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const Answer = z.union([z.object({ error: z.string() }), z.object({ value: z.unknown() })]);

/** A window without a driver: it can be asked, and its processes can be killed one by one. */
export class Alone {
  readonly #host: ChildProcess;
  readonly #folder: string;
  readonly #lines: Interface;

  constructor(host: ChildProcess, folder: string) {
    if (!host.stdout) throw new Error('The host has nowhere to answer');
    this.#host = host;
    this.#folder = folder;
    this.#lines = createInterface({ input: host.stdout });
  }

  /** The page may be on its way to another: then there is no answer that counts. */
  async evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result | null> {
    const answers = once(this.#lines, 'line');
    this.#host.stdin?.write(`${JSON.stringify(`return (${String(run)})();`)}\n`);
    const [line] = (await answers) as [string];
    const answer = Answer.parse(JSON.parse(line));
    return 'error' in answer ? null : (answer.value as Result);
  }

  /** WebKit keeps every database and connection in a process of its own, which a tablet ends when memory is short. */
  killNetworkProcess(): void {
    const found = processesOn(this.#folder).filter((pid) => nameOf(pid).startsWith('WebKitNetwork'));
    if (found.length === 0) throw new Error('No network process');
    for (const pid of found) kill(pid);
  }
}
