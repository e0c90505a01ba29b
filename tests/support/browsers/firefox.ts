import { existsSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const DEBIAN_FIREFOX_PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

export type FirefoxPrefs = Readonly<Record<string, boolean | number | string>>;

/**
 * Preferences for a camera that shows a moving test picture without a permission prompt, and against requests to Firefox's own
 * services.
 */
const DEFAULT_FIREFOX_PREFS: FirefoxPrefs = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
};

/** Channel name. Its prefix `moz-` makes Playwright drive an unmodified Firefox over WebDriver BiDi. */
export const FIREFOX_CHANNEL = 'moz-firefox';

/** Returns launch options for the Firefox that FIREFOX names, or for the system's. */
export function firefoxLaunchOptions(prefs: FirefoxPrefs = {}): {
  executablePath: string;
  firefoxUserPrefs: Record<string, boolean | number | string>;
} {
  const executablePath =
    process.env['FIREFOX'] ?? DEBIAN_FIREFOX_PATHS.find((path) => existsSync(path)) ?? 'firefox';
  return { executablePath, firefoxUserPrefs: { ...DEFAULT_FIREFOX_PREFS, ...prefs } };
}

/**
 * Makes Playwright fill fields through the browser's editor, so that every listener is called. Otherwise Playwright (1.64) sets
 * `value` from the page's own script context in a BiDi browser; React then takes the text for its own and reports no change.
 */
export async function fillThroughEditor(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const insert = (text: string) =>
      void document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    const ignore = (): void => undefined;
    // The property ignores assignments, so the replacement works whether Playwright assigns its function before or after this
    // line.
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: ignore });
  });
}
