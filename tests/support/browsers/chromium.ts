import { existsSync } from 'node:fs';

const DEBIAN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Windows of the address bar and a renderer in reserve, three processes for each page: a tenth of all that a test costs. */
const UNUSED = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];
/** The switch replaces Playwright's own (its chromiumSwitches), so its list is repeated where it matters here. */
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

/** Chromium's sandbox refuses to run as root; the rest keeps it from calling home from a closed network. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${[...UNUSED, ...DISABLED_BY_PLAYWRIGHT].join(',')}`,
];

/** Launch options for the system's Chromium (CHROMIUM names another), or the runner's own where there is none. */
export function chromiumLaunch(extra: string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = process.env['CHROMIUM'] ?? DEBIAN.find((path) => existsSync(path));
  const args = [...QUIET, ...extra, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return executablePath ? { executablePath, args } : { args };
}
