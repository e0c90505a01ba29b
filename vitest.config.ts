import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { MODERN_BUILDS } from './scripts/build/app-output.mjs';
import { publicPagePlugin } from './scripts/build/public-page.ts';
import { workerProgramPlugin } from './scripts/build/worker-program.ts';
import { SlowFilesFirst } from './tests/support/base/slow-files-first.ts';
import { chromiumLaunchOptions } from './tests/support/browsers/chromium.ts';

/**
 * Libraries that every screen test imports, bundled into one file instead of a thousand. The list contains all libraries that
 * depend on React, because another one would load a second copy of React.
 */
const SCREEN_LIBRARIES = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tanstack/react-query',
  '@testing-library/react',
  '@testing-library/user-event',
  'dexie-react-hooks',
  'react-router-dom',
];

/**
 * Returns true if all tests of the file are tagged for the CI suite and this run excludes that suite. Vitest would load such a
 * file with all its modules and then skip its tests.
 */
const isExcludedCiSuiteFile = (file: string): boolean =>
  process.env['WITHOUT_LANDING'] === '1' && /^\/\/ @module-tag landing$/m.test(readFileSync(file, 'utf8'));

/** Returns the test files below a folder that end with `ending`. */
const listTestFiles = (folder: string, ending = '.test.ts'): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file))
    .filter((file) => !isExcludedCiSuiteFile(file));

/** Timeout of a test in ms. It is long, because the machine may be busy; the tests measure no time. */
const TEST_TIMEOUT_MS = 240_000;
/** Timeout of polling assertions; the default of one second is too short on a busy machine. */
const pollingOptions = { poll: { timeout: 60_000 } } as const;

const UNIT_OPTIONS = {
  environment: 'node' as const,
  pool: 'threads' as const,
  expect: pollingOptions,
  testTimeout: TEST_TIMEOUT_MS,
  setupFiles: ['tests/support/device/indexeddb.ts', 'tests/support/device/few-rounds.ts'],
};

const UNIT_FOLDERS = ['domain', 'contract', 'src', 'sw', 'server'].concat(
  ['simulation', 'chaos', 'attack', 'bench'].map((name) => path.join('tests', name)),
);
const UNIT_TEST_FILES = UNIT_FOLDERS.flatMap((folder) => listTestFiles(folder)).filter(
  (file) => !file.startsWith('src/storage/'),
);

/**
 * Returns true if the test file mocks modules or belongs to src/sync/session, whose tests sign in: a sign-in replaces drains
 * and locks. Such a file needs separate module instances.
 */
const needsOwnModules = (file: string): boolean =>
  readFileSync(file, 'utf8').includes('vi.mock(') || file.startsWith('src/sync/session/');

const SCREEN_OPTIONS = {
  environment: 'happy-dom' as const,
  expect: pollingOptions,
  deps: { optimizer: { client: { enabled: true, include: SCREEN_LIBRARIES } } },
  testTimeout: TEST_TIMEOUT_MS,
  setupFiles: ['tests/support/screens/window/window-setup.ts', 'tests/support/device/few-rounds.ts'],
};
// Read by tests/support/base/scratch.ts in this process and in the workers.
process.env['SCRATCH_IN_MEMORY'] = '1';

// Aliases such as '#contract/…' have no entry here, because Vitest reads them from package.json "imports".
export default defineConfig({
  test: {
    tags: [
      { name: 'thorough', description: 'npm test leaves it to npm run test:thorough.' },
      { name: 'landing', description: 'npm test leaves it to npm test -- --landing.' },
    ],
    // Vitest's default would leave one core free for an interactive user. Here two workers are better, because tests often wait
    // for a database.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        // The documentation tests read the documents and the source files that these describe, so they run again after any
        // change (scripts/test.mjs).
        plugins: [publicPagePlugin()],
        test: {
          name: 'docs',
          environment: 'node',
          isolate: false,
          testTimeout: TEST_TIMEOUT_MS,
          include: ['tests/docs/**/*.test.ts'],
        },
      },
      {
        plugins: [workerProgramPlugin(), publicPagePlugin()],
        test: {
          ...UNIT_OPTIONS,
          name: 'unit',
          // Test files share module instances, because loading them for each file takes more than half of the time.
          isolate: false,
          include: UNIT_TEST_FILES.filter((file) => !needsOwnModules(file)),
        },
      },
      {
        plugins: [workerProgramPlugin()],
        test: {
          ...UNIT_OPTIONS,
          name: 'unit-fresh',
          // Files share the libraries only; fresh-modules.ts loads the app's modules again for each.
          isolate: false,
          setupFiles: ['tests/support/device/fresh-modules.ts', ...UNIT_OPTIONS.setupFiles],
          include: UNIT_TEST_FILES.filter(needsOwnModules),
        },
      },
      {
        // The storage suites run in Chromium, on a real IndexedDB and WebCrypto. Vite would reload the page when it found a new
        // dependency during a run, so the dependency is named here.
        optimizeDeps: { include: ['zod/mini'] },
        resolve: { alias: MODERN_BUILDS },
        test: {
          name: 'browser',
          expect: pollingOptions,
          testTimeout: TEST_TIMEOUT_MS,
          include: listTestFiles('src/storage'),
          setupFiles: ['tests/support/device/few-rounds.ts'],
          browser: {
            enabled: true,
            // Test files share one page, because a page for each file took a third of the time. wipeDevice clears the state of
            // the device's modules.
            isolate: false,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        plugins: [react()],
        test: {
          ...SCREEN_OPTIONS,
          name: 'ui',
          // Files of a thread share React, Mantine and the window, because loading them for each file takes half of the CPU time.
          // fresh-device.ts gives each file separate modules of the app.
          pool: 'threads',
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          setupFiles: [...SCREEN_OPTIONS.setupFiles, 'tests/support/screens/fresh-device.ts'],
          include: listTestFiles('src', '.test.tsx'),
        },
      },
      {
        plugins: [workerProgramPlugin(), publicPagePlugin()],
        test: {
          name: 'api',
          expect: pollingOptions,
          // Test files share the server's modules, which keep no state; loading them for each file took a quarter of the time.
          // Each file has a separate database.
          isolate: false,
          environment: 'node',
          include: listTestFiles('tests/api'),
          // Starts one PostgreSQL for the run; each test file copies a database from the migrated template.
          globalSetup: ['tests/support/server/embedded-database-setup.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
        },
      },
    ],
  },
});
