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

/** The browser's processes that run on the folder; each names it on its command line. */
function processesOn(folder: string): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(`--user-data-dir=${folder}`))
    .map(Number);
}

function commandLine(pid: string): string[] {
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
    for (const pid of processesOn(this.folder)) kill(pid);
    await closed;
    while (processesOn(this.folder).length > 0) await pause(POLL_MS);
  }

  /** An orderly end, which writes out what the browser holds in memory. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
    while (processesOn(this.folder).length > 0) await pause(POLL_MS);
  }

  async destroy(): Promise<void> {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
