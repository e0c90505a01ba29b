import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import {
  killProcess,
  readProgramName,
  findProcessesUsingFolder,
  waitUntilProcessesEnd,
} from '#tests/support/base/processes.ts';
import { makeProfileFolder } from '#tests/support/browsers/profile.ts';
import { Driver, type WebDriverSession } from './driver.ts';

const HOST_PROGRAM_FILE = fileURLToPath(new URL('host.py', import.meta.url));
const PYTHON = '/usr/bin/python3';

/** Features that `navigator.storage` needs. Safari enables them; Debian's WebKit has them but disables them by default. */
export const STORAGE_API_FEATURES: readonly string[] = ['StorageAPI', 'StorageAPIEstimate'];

export class VirtualDisplay {
  readonly #process: ChildProcess;
  readonly name: string;

  private constructor(process: ChildProcess, name: string) {
    this.#process = process;
    this.name = name;
  }

  static async switchOn(): Promise<VirtualDisplay> {
    const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const said = child.stdio[3];
    if (!said) throw new Error('Xvfb has nowhere to say its number');
    const [number] = (await once(said, 'data')) as [Buffer];
    return new VirtualDisplay(child, `:${number.toString().trim()}`);
  }

  async switchOff(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill();
    await exited;
  }
}

interface WebKitOptions {
  /** False for a private window, which stores no data. */
  readonly keeps?: boolean;
  readonly features?: readonly string[];
}

/** WebKitGTK with its own profile folder, which survives when WebKit is killed and opened again. */
export class WebKit {
  readonly folder = makeProfileFolder();
  readonly #display: VirtualDisplay;
  #driver: Driver | null = null;
  #session: WebDriverSession | null = null;
  #host: ChildProcess | null = null;

  constructor(display: VirtualDisplay) {
    this.#display = display;
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    const quiet = { GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
    return { PATH, HOME, ...quiet, DISPLAY: this.#display.name, LANG: 'C.UTF-8', TZ: 'America/Bogota' };
  }

  #hostArguments({ keeps = true, features = [] }: WebKitOptions): string[] {
    // A private window stores nothing in the folder, but names it on the command line, so that its processes are found.
    return [
      HOST_PROGRAM_FILE,
      keeps ? '--profile' : '--private',
      this.folder,
      '--features',
      features.join(','),
    ];
  }

  async open(options: WebKitOptions = {}): Promise<WebDriverSession> {
    this.#driver = await Driver.start(this.#environment());
    this.#session = await this.#driver.begin(PYTHON, this.#hostArguments(options));
    return this.#session;
  }

  /** Opens an address without a WebDriver, because the driver ends as soon as one browser process dies. */
  openAlone(url: string, options: WebKitOptions = {}): DriverlessWindow {
    const args = [...this.#hostArguments(options), '--url', url];
    this.#host = spawn(PYTHON, args, { env: this.#environment(), stdio: ['pipe', 'pipe', 'ignore'] });
    return new DriverlessWindow(this.#host, this.folder);
  }

  async describePage(): Promise<string> {
    if (!this.#session) return 'no driver';
    return this.#session.evaluate(() => `${location.href}\n${document.body.innerText}`).catch(String);
  }

  async kill(): Promise<void> {
    const family = findProcessesUsingFolder(this.folder).filter((pid) => pid !== this.#driver?.pid);
    for (const pid of family) killProcess(pid);
    await waitUntilProcessesEnd(family);
    this.#session = null;
    this.#host = null;
    await this.#driver?.end();
    this.#driver = null;
  }

  async close(): Promise<void> {
    const family = findProcessesUsingFolder(this.folder);
    await this.#session?.end();
    this.#host?.kill();
    await waitUntilProcessesEnd(family.filter((pid) => pid !== this.#driver?.pid));
    await this.kill();
  }

  async destroy(): Promise<void> {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const ScriptResult = z.union([z.object({ error: z.string() }), z.object({ value: z.unknown() })]);

/** WebKit window without a driver. It can run functions, and its processes can be killed individually. */
export class DriverlessWindow {
  readonly #host: ChildProcess;
  readonly #folder: string;
  readonly #lines: Interface;

  constructor(host: ChildProcess, folder: string) {
    if (!host.stdout) throw new Error('The host has nowhere to answer');
    this.#host = host;
    this.#folder = folder;
    this.#lines = createInterface({ input: host.stdout });
  }

  /** Runs a function in the page. Returns null if it fails, for example because the page is navigating. */
  async evaluate<Result>(run: () => Result | Promise<Result>): Promise<Result | null> {
    const answers = once(this.#lines, 'line');
    this.#host.stdin?.write(`${JSON.stringify(`return (${String(run)})();`)}\n`);
    const [line] = (await answers) as [string];
    const response = ScriptResult.parse(JSON.parse(line));
    return 'error' in response ? null : (response.value as Result);
  }

  /**
   * Kills WebKit's network process, which holds all databases and connections. A tablet ends this process when memory is short.
   */
  killNetworkProcess(): void {
    const found = findProcessesUsingFolder(this.#folder).filter((pid) =>
      readProgramName(pid).startsWith('WebKitNetwork'),
    );
    if (found.length === 0) throw new Error('No network process');
    for (const pid of found) killProcess(pid);
  }
}
