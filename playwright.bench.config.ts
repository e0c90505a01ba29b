import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/support/browsers/chromium.ts';

// `npm run bench`: measurements, not tests. They run sequentially and write docs/reference/performance.md.
export default defineConfig({
  testDir: 'tests/bench',
  testMatch: '*.bench.ts',
  globalSetup: './tests/bench/support/setup.ts',
  globalTeardown: './tests/bench/support/teardown.ts',
  ...(process.env['BENCH_LARGE'] === undefined ? { grepInvert: /@large/ } : {}),
  workers: 1,
  timeout: 900_000,
  reporter: 'list',
  outputDir: 'test-results/bench',
  use: { browserName: 'chromium', launchOptions: chromiumLaunchOptions() },
});
