import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/support/browsers/chromium.ts';
import { FIREFOX_CHANNEL, firefoxLaunch } from './tests/support/browsers/firefox.ts';
import { FAKE_CAMERA, TABLET } from './tests/support/browsers/profile.ts';

/** `npm test -- --landing` also runs the tests tagged `@landing`, for which `npm test` has no time. */
const landing = process.env['LANDING'] === '1';
/** `npm run test:engines` runs every test in every engine. Other runs test only the core of reception in Firefox. */
const everyEngine = process.env['ENGINES'] === '1';
/** `npm run test:thorough` and `npm run test:engines` include the slowest tests; `npm test` omits them. */
const thorough = everyEngine || process.env['THOROUGH'] === '1';

/** Returns the tags of the tests that this run omits in Chromium. */
function leftOut() {
  if (thorough) return /@firefox/;
  return landing ? /@firefox|@thorough/ : /@firefox|@thorough|@landing/;
}

/** Timeout for a busy machine and for a disk that stalls for half a minute; the tests measure no time. */
const PATIENCE_MS = 60_000;
const patience = { ...TABLET, actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS } as const;

/**
 * End-to-end tests of the output of `npm run build`. Two files run at a time, each with a separate server: a test mostly waits
 * for retries and for the heartbeat of the service worker, which needs no CPU core.
 */
export default defineConfig<{ ofBaseContractAlone: boolean }>({
  testDir: 'tests',
  testMatch: ['e2e/*.spec.ts', 'engines/*.spec.ts'],
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    {
      name: 'chromium',
      grepInvert: leftOut(),
      use: { ...patience, launchOptions: chromiumLaunch(FAKE_CAMERA) },
    },
    // Short selection of the base contract's statements; `npm run audit` runs all of them.
    {
      name: 'audit',
      testMatch: 'audit/*.audit.ts',
      grep: /@short/,
      use: { ...patience, launchOptions: chromiumLaunch(FAKE_CAMERA) },
    },
    {
      // Tests of reception, doctor and administration against a server reduced to the base contract (S23).
      name: 'stripped',
      testMatch: 'e2e/{reception,made-elsewhere,doctor,today,administration}.spec.ts',
      // @extension: what the test proves does not exist in the base contract.
      grepInvert: /@firefox|@extension/,
      ...(thorough ? {} : { grep: /@stripped/ }),
      use: { ...patience, ofBaseContractAlone: true, launchOptions: chromiumLaunch(FAKE_CAMERA) },
    },
    {
      name: 'firefox',
      grepInvert: /@chromium/,
      ...(everyEngine ? {} : { grep: /@core|@firefox/ }),
      use: { ...patience, browserName: 'firefox', channel: FIREFOX_CHANNEL, launchOptions: firefoxLaunch() },
    },
    // WebKit is driven by another WebDriver, because Playwright supports only the WebKit that it builds itself.
    { name: 'webkit', testMatch: 'webkit/*.spec.ts', ...(everyEngine ? {} : { grepInvert: /@thorough/ }) },
  ],
});
