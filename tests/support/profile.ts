import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type BrowserContext } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';

/** The tablet of design 9. No `permissions`: naming one would deny all others, Background Sync among them. */
export const TABLET = {
  locale: 'es-CO',
  timezoneId: 'America/Bogota',
  viewport: { width: 1024, height: 768 },
  hasTouch: true,
} as const;

/** A camera that shows a moving test picture and is granted without asking. */
export const FAKE_CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

const POLL_MS = 20;

const everyProcess = (): number[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Those that name the folder on their command line, and all that they started: the one that writes the cache names nothing. */
function processesOn(folder: string): number[] {
  const family = new Set(
    everyProcess().filter((pid) => commandLine(pid).includes(`--user-data-dir=${folder}`)),
  );
  const parents = new Map(everyProcess().map((pid) => [pid, parentOf(pid)]));
  // A set yields what is added while it is walked: children of children are found too.
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.add(pid);
  return [...family];
}

/** State and parent from /proc/…/stat, counted from the end of the name, which may hold blanks and brackets. */
function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null; // It ended while the list was read.
  }
}

const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

/** One that ended and was not yet fetched by its parent writes nothing any more. */
function isAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z';
}

async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await pause(POLL_MS);
}

function commandLine(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // It ended while the list was read.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A browser whose storage outlives it: a folder that it can be killed on and opened on again. */
export class Profile {
  readonly folder: string;
  #context: BrowserContext | null = null;

  constructor() {
    this.folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'ventanilla-profile-'));
  }

  async open(): Promise<BrowserContext> {
    this.#context = await chromium.launchPersistentContext(this.folder, {
      ...TABLET,
      ...chromiumLaunch(FAKE_CAMERA),
    });
    return this.#context;
  }

  /** SIGKILL of the whole browser, as when the battery is taken out of its process. */
  async kill(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    this.#context = null;
    const closed = context.waitForEvent('close', { timeout: 0 });
    const family = processesOn(this.folder);
    for (const pid of family) kill(pid);
    await closed;
    await untilGone([...family, ...processesOn(this.folder)]);
  }

  /** An orderly end, which writes out what the browser holds in memory. */
  async close(): Promise<void> {
    const family = processesOn(this.folder);
    await this.#context?.close();
    this.#context = null;
    await untilGone(family);
  }

  async destroy(): Promise<void> {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
