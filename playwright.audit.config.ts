import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/support/browsers/chromium.ts';
import { FAKE_CAMERA, TABLET } from './tests/support/browsers/profile.ts';

/** `npm run audit`: checks each statement of the base contract in the step that demonstrates it. */
export default defineConfig({
  testDir: 'tests/audit',
  testMatch: '*.audit.ts',
  outputDir: 'test-results/audit',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  // A statement that does not hold must delay its test by no more than this.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/audit/reporter.ts']],
  use: {
    ...TABLET,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: chromiumLaunch(FAKE_CAMERA),
  },
});
