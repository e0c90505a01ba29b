import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/support/chromium.ts';
import { FAKE_CAMERA, TABLET } from './tests/support/profile.ts';

/**
 * End to end on what `npm run build` made. Two files at a time, each with a provider of its own: much of a test is waiting
 * for retries and for the worker's heartbeat, which needs no core.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // `npm run test:thorough` runs them too; `npm test` has to end within ten minutes.
  ...(process.env['THOROUGH'] === '1' ? {} : { grepInvert: /@thorough/ }),
  timeout: 120_000,
  // Long enough for a machine that does other things too: nothing here is timed.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    {
      name: 'chromium',
      use: {
        ...TABLET,
        actionTimeout: 20_000,
        navigationTimeout: 30_000,
        launchOptions: chromiumLaunch(FAKE_CAMERA),
      },
    },
  ],
});
