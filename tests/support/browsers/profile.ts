import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, firefox, type BrowserContext } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium.ts';
import { fillThroughEditor, FIREFOX_CHANNEL, firefoxLaunchOptions, type FirefoxPrefs } from './firefox.ts';
import {
  isRendererProcess,
  killProcess,
  findProcessesUsingFolder,
  waitUntilProcessesEnd,
} from '../base/processes.ts';

/**
 * Browser options of a clinic's tablet. `permissions` is not set, because naming one permission would deny all others,
 * including Background Sync.
 */
export const TABLET_BROWSER_OPTIONS = {
  locale: 'es-CO',
  timezoneId: 'America/Bogota',
  viewport: { width: 1024, height: 768 },
  hasTouch: true,
} as const;

export const FAKE_CAMERA_ARGS = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

export type BrowserEngine = 'chromium' | 'firefox';

export const makeProfileFolder = (): string =>
  fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'ventanilla-profile-'));

/** Browser with persistent storage: a profile folder that survives when the browser is killed and opened again. */
export class BrowserProfile {
  readonly folder = makeProfileFolder();
  readonly #engine: BrowserEngine;
  #context: BrowserContext | null = null;

  constructor(engine: BrowserEngine = 'chromium') {
    this.#engine = engine;
  }

  /** Folder of the pages' databases, without the files in which the browser itself stores typed text. */
  get databases(): string {
    const places: Record<BrowserEngine, string> = {
      chromium: 'Default/IndexedDB',
      firefox: 'storage/default',
    };
    return path.join(this.folder, places[this.#engine]);
  }

  async open(prefs: FirefoxPrefs = {}): Promise<BrowserContext> {
    this.#context = await this.#launch(prefs);
    return this.#context;
  }

  async #launch(prefs: FirefoxPrefs): Promise<BrowserContext> {
    switch (this.#engine) {
      case 'chromium':
        return chromium.launchPersistentContext(this.folder, {
          ...TABLET_BROWSER_OPTIONS,
          ...chromiumLaunchOptions(FAKE_CAMERA_ARGS),
        });
      case 'firefox':
        return this.#launchFirefox(prefs);
    }
  }

  async #launchFirefox(prefs: FirefoxPrefs): Promise<BrowserContext> {
    const options = { ...TABLET_BROWSER_OPTIONS, channel: FIREFOX_CHANNEL, ...firefoxLaunchOptions(prefs) };
    const context = await firefox.launchPersistentContext(this.folder, options);
    await fillThroughEditor(context);
    return context;
  }

  /** Kills all processes of the browser with SIGKILL, as a loss of power would. */
  async kill(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    this.#context = null;
    const closed = context.waitForEvent('close', { timeout: 0 });
    const family = findProcessesUsingFolder(this.folder);
    for (const pid of family) killProcess(pid);
    await closed;
    await waitUntilProcessesEnd([...family, ...findProcessesUsingFolder(this.folder)]);
  }

  killRenderers(): void {
    for (const pid of findProcessesUsingFolder(this.folder)) if (isRendererProcess(pid)) killProcess(pid);
  }

  async close(): Promise<void> {
    const family = findProcessesUsingFolder(this.folder);
    await this.#context?.close();
    this.#context = null;
    await waitUntilProcessesEnd(family);
  }

  /** Deletes the pages' databases and keeps their other storage, such as caches. The browser must not be running. */
  loseDatabase(): void {
    const all = fs.readdirSync(this.databases, { recursive: true, encoding: 'utf8' });
    const lost = this.#engine === 'chromium' ? all : all.filter((name) => path.basename(name) === 'idb');
    if (lost.length === 0) throw new Error('there is no database to lose');
    for (const name of lost) fs.rmSync(path.join(this.databases, name), { recursive: true, force: true });
  }

  async destroy(): Promise<void> {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
