import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/support/browsers/chromium.ts';
import { FIREFOX_CHANNEL, firefoxLaunchOptions } from './tests/support/browsers/firefox.ts';
import { FAKE_CAMERA_ARGS, TABLET_BROWSER_OPTIONS } from './tests/support/browsers/profile.ts';

/** `npm test -- --landing` adds the tests with the tag `@landing`, which take too long for `npm test`. */
const isCiSuiteRun = process.env['LANDING'] === '1';
/** `npm run test:engines` runs every test in every engine. Other commands run only the core of reception in Firefox. */
const isEngineRun = process.env['ENGINES'] === '1';
/** `npm run test:thorough` and `npm run test:engines` include the slowest tests, which `npm test` omits. */
const isThoroughRun = isEngineRun || process.env['THOROUGH'] === '1';

function excludedTagsPattern() {
  if (isThoroughRun) return /@firefox/;
  return isCiSuiteRun ? /@firefox|@thorough/ : /@firefox|@thorough|@landing/;
}

/**
 * Timeout of a test in milliseconds. It is long, because the machine may be busy and its disk may stall for half a minute; the
 * tests measure no time.
 */
const TEST_TIMEOUT_MS = 60_000;
const tabletOptions = {
  ...TABLET_BROWSER_OPTIONS,
  actionTimeout: TEST_TIMEOUT_MS,
  navigationTimeout: TEST_TIMEOUT_MS,
} as const;

// Read by tests/support/base/scratch.ts in the workers.
process.env['SCRATCH_IN_MEMORY'] = '1';

/**
 * End-to-end tests of the output of `npm run build`. Three test files run at a time, each with its own server, because
 * tests mostly wait for retries and for the heartbeat of the service worker and use little CPU time.
 */
export default defineConfig<{ ofBaseContractAlone: boolean }>({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'engines/*.spec.ts'],
  outputDir: 'test-results/e2e',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: TEST_TIMEOUT_MS },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    {
      name: 'chromium',
      grepInvert: excludedTagsPattern(),
      use: { ...tabletOptions, launchOptions: chromiumLaunchOptions(FAKE_CAMERA_ARGS) },
    },
    // The tests of this project check some statements of the base contract; `npm run audit` checks all of them.
    {
      name: 'audit',
      testMatch: 'audit/*/*.audit.ts',
      grep: /@short/,
      use: { ...tabletOptions, launchOptions: chromiumLaunchOptions(FAKE_CAMERA_ARGS) },
    },
    {
      // Tests of reception, doctor and administration against a server in base-contract mode (S23).
      name: 'stripped',
      testMatch: 'e2e/*/{reception,doctor,today,administration}.spec.ts',
      // The tag @extension marks tests of functions that the base contract does not have.
      grepInvert: /@firefox|@extension/,
      ...(isThoroughRun ? {} : { grep: /@stripped/ }),
      use: {
        ...tabletOptions,
        ofBaseContractAlone: true,
        launchOptions: chromiumLaunchOptions(FAKE_CAMERA_ARGS),
      },
    },
    {
      name: 'firefox',
      grepInvert: /@chromium/,
      ...(isEngineRun ? {} : { grep: /@core|@firefox/ }),
      use: {
        ...tabletOptions,
        browserName: 'firefox',
        channel: FIREFOX_CHANNEL,
        launchOptions: firefoxLaunchOptions(),
      },
    },
    // The WebKit tests use WebKit's own WebDriver, because Playwright supports only a WebKit that it has built itself.
    { name: 'webkit', testMatch: 'webkit/*.spec.ts', ...(isEngineRun ? {} : { grepInvert: /@thorough/ }) },
  ],
});
