import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/support/browsers/chromium.ts';
import { FIREFOX_CHANNEL, firefoxLaunch } from './tests/support/browsers/firefox.ts';
import { FAKE_CAMERA, TABLET } from './tests/support/browsers/profile.ts';

/** `npm test -- --landing` has what `npm test` has no time for: also what is tagged @landing. */
const landing = process.env['LANDING'] === '1';
/** `npm run test:engines`: everything, in every engine. Else Firefox gets the desk's core alone. */
const everyEngine = process.env['ENGINES'] === '1';
/** `npm run test:thorough` and the engines' run take their time; `npm test` leaves out what takes longest. */
const thorough = everyEngine || process.env['THOROUGH'] === '1';

/** Tests in Chromium that this run leaves out. */
function leftOut() {
  if (thorough) return /@firefox/;
  return landing ? /@firefox|@thorough/ : /@firefox|@thorough|@landing/;
}

/** Long enough for a machine that does other things too, and for a disk that stood still for half a minute: nothing here is timed. */
const PATIENCE_MS = 60_000;
const patience = { ...TABLET, actionTimeout: PATIENCE_MS, navigationTimeout: PATIENCE_MS } as const;

/**
 * End to end on what `npm run build` made. Two files at a time, each with a provider of its own: much of a test is waiting
 * for retries and for the worker's heartbeat, which needs no core.
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
    // A short walk through what the base contract states; all of it is `npm run audit`.
    {
      name: 'audit',
      testMatch: 'audit/*.audit.ts',
      grep: /@short/,
      use: { ...patience, launchOptions: chromiumLaunch(FAKE_CAMERA) },
    },
    {
      // The desk's, the doctor's and the administration's tests at a provider of the base contract alone (S23).
      name: 'stripped',
      testMatch: 'e2e/{desk,made-elsewhere,doctor,today,administration}.spec.ts',
      grepInvert: /@firefox/,
      ...(thorough ? {} : { grep: /@stripped/ }),
      use: { ...patience, ofBaseContractAlone: true, launchOptions: chromiumLaunch(FAKE_CAMERA) },
    },
    {
      name: 'firefox',
      grepInvert: /@chromium/,
      ...(everyEngine ? {} : { grep: /@core|@firefox/ }),
      use: { ...patience, browserName: 'firefox', channel: FIREFOX_CHANNEL, launchOptions: firefoxLaunch() },
    },
    // By a WebDriver of its own: Playwright knows no WebKit but the one that it builds.
    { name: 'webkit', testMatch: 'webkit/*.spec.ts', ...(everyEngine ? {} : { grepInvert: /@thorough/ }) },
  ],
});
