import { existsSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

const DEBIAN = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

export type FirefoxPrefs = Readonly<Record<string, boolean | number | string>>;

/** A camera that shows a moving test picture and is granted without asking; and nothing that calls home. */
const PREFS: FirefoxPrefs = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
};

/** A `moz-` channel makes Playwright drive a Firefox as it is sold, over WebDriver BiDi. */
export const FIREFOX_CHANNEL = 'moz-firefox';

/** Launch options for the system's Firefox; FIREFOX names another. */
export function firefoxLaunch(prefs: FirefoxPrefs = {}): {
  executablePath: string;
  firefoxUserPrefs: Record<string, boolean | number | string>;
} {
  const executablePath = process.env['FIREFOX'] ?? DEBIAN.find((path) => existsSync(path)) ?? 'firefox';
  return { executablePath, firefoxUserPrefs: { ...PREFS, ...prefs } };
}

/**
 * Playwright fills a field of a BiDi browser from the page's own world (1.64), where React's watch over `value` takes
 * the new text for its own and hears no change. What the browser's editor inserts is heard by everybody.
 */
export async function fillAsTyped(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const insert = (text: string) =>
      void document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    const ignore = (): void => undefined;
    // Whichever of the two comes first: Playwright's own assignment finds a property that keeps what it has.
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: ignore });
  });
}
