import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/support/browsers/chromium.ts';
import { FAKE_CAMERA_ARGS, TABLET_BROWSER_OPTIONS } from './tests/support/browsers/profile.ts';

/** `npm run audit`: checks every statement of the base contract, each in its own test step. */
export default defineConfig({
  testDir: 'tests/audit',
  testMatch: '*/*.audit.ts',
  outputDir: 'test-results/audit',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  // Maximum time that a test waits for a condition before the condition counts as violated.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['./tests/audit/reporter.ts']],
  use: {
    ...TABLET_BROWSER_OPTIONS,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: chromiumLaunchOptions(FAKE_CAMERA_ARGS),
  },
});
