import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/support/browsers/chromium.ts';

// Measurements, not tests: `npm run bench` runs them sequentially and writes docs/reference/performance.md.
export default defineConfig({
  testDir: 'tests/bench',
  testMatch: '*.bench.ts',
  globalSetup: './tests/bench/setup.ts',
  globalTeardown: './tests/bench/teardown.ts',
  workers: 1,
  timeout: 900_000,
  reporter: 'list',
  outputDir: 'test-results/bench',
  use: { browserName: 'chromium', launchOptions: chromiumLaunch() },
});
