import { existsSync } from 'node:fs';

const DEBIAN_CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Chromium features that no test needs. Address-bar windows and a spare renderer cost three processes for each page, a tenth of
 * a test's time.
 */
const UNUSED_CHROMIUM_FEATURES = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];
/**
 * Features that Playwright disables (its chromiumSwitches). They are repeated because our `--disable-features` replaces
 * Playwright's.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Switches that keep Chromium from contacting its own services, which a closed network does not reach. Root also needs
 * `--no-sandbox`, because the sandbox does not run as root.
 */
const OFFLINE_BROWSER_SWITCHES = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${[...UNUSED_CHROMIUM_FEATURES, ...DISABLED_BY_PLAYWRIGHT].join(',')}`,
];

/**
 * Returns launch options for the Chromium that CHROMIUM names, for the system's, or for Playwright's own, whichever is found
 * first.
 */
export function chromiumLaunchOptions(extra: string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = process.env['CHROMIUM'] ?? DEBIAN_CHROMIUM_PATHS.find((path) => existsSync(path));
  const args = [...OFFLINE_BROWSER_SWITCHES, ...extra, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return executablePath ? { executablePath, args } : { args };
}
