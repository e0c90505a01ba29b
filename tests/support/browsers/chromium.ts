import { existsSync } from 'node:fs';

const DEBIAN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Chromium features to disable: address-bar windows and a spare renderer cost three processes for each page, a tenth of a
 * test's time.
 */
const UNUSED = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];
/**
 * Features that Playwright itself disables (its chromiumSwitches). They are repeated here because our switch replaces
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
 * Switches that keep Chromium from contacting its own services from a closed network. Root also needs `--no-sandbox`, because
 * the sandbox does not run as root.
 */
const IDLE_BURST = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${[...UNUSED, ...DISABLED_BY_PLAYWRIGHT].join(',')}`,
];

/** Returns launch options for the system's Chromium (CHROMIUM names another), or for Playwright's own if none is installed. */
export function chromiumLaunch(extra: string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = process.env['CHROMIUM'] ?? DEBIAN.find((path) => existsSync(path));
  const args = [...IDLE_BURST, ...extra, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return executablePath ? { executablePath, args } : { args };
}
