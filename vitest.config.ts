import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { publicPage } from './scripts/build/public-page.ts';
import { workerProgram } from './scripts/build/worker-program.ts';
import { chromiumLaunch } from './tests/support/browsers/chromium.ts';

/**
 * Libraries that every screen test imports, as one file instead of a thousand. All that depend on React are listed, because two
 * copies of it would be loaded otherwise.
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

/** Time limit of polling; the default of one second is too short on a busy machine. */
const patience = { poll: { timeout: 20_000 } } as const;

const UNIT = {
  environment: 'node' as const,
  pool: 'threads' as const,
  expect: patience,
  // Some tests simulate years of hours or thousands of histories; on a busy machine five seconds are not enough.
  testTimeout: 30_000,
  setupFiles: ['tests/support/device/indexeddb.ts', 'tests/support/device/few-rounds.ts'],
};

const UNIT_FOLDERS = ['domain', 'contract', 'src', 'sw', 'server'].concat(
  ['simulation', 'chaos', 'attack', 'bench'].map((name) => path.join('tests', name)),
);
const UNIT_TESTS = UNIT_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file)),
).filter((file) => !file.startsWith('src/storage/'));

/** Returns whether the file needs separate modules, because it mocks some. */
const isIsolated = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(');
/** Returns whether the file signs in, which replaces drains and locks that other files hold. */
const isOfSession = (file: string): boolean => file.startsWith('src/sync/session/');

const SCREEN = {
  environment: 'happy-dom' as const,
  expect: patience,
  deps: { optimizer: { client: { enabled: true, include: SCREEN_LIBRARIES } } },
  // A test follows a user's path through a screen; on a very busy machine half a minute is not enough for its renderings.
  testTimeout: 90_000,
  setupFiles: ['tests/support/screens/window-setup.ts', 'tests/support/device/few-rounds.ts'],
};
const SCREEN_TESTS = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.tsx'))
  .map((file) => path.join('src', file));
/** Support files that mock modules for a group of screens. */
const STAND_INS = readdirSync('tests/support/screens').filter((name) =>
  isIsolated(path.join('tests/support/screens', name)),
);
/** Returns whether the file needs a separate window, because it or its support file mocks modules. */
const hasOwnWindow = (file: string): boolean =>
  isIsolated(file) || STAND_INS.some((name) => readFileSync(file, 'utf8').includes(`screens/${name}'`));

// Vitest reads aliases such as '#contract/…' from package.json "imports", so they need no entry here.
export default defineConfig({
  test: {
    tags: [
      { name: 'thorough', description: 'npm test leaves it to npm run test:thorough.' },
      { name: 'landing', description: 'npm test leaves it to npm test -- --landing.' },
    ],
    // The default leaves one core to an interactive user; none exists here, and tests often wait for a database.
    maxWorkers: 2,
    projects: [
      {
        // These tests read the documentation and what it describes, so they run again after any change (scripts/test.mjs).
        test: {
          name: 'docs',
          environment: 'node',
          isolate: false,
          testTimeout: 30_000,
          include: ['tests/docs/**/*.test.ts'],
        },
      },
      {
        plugins: [workerProgram(), publicPage()],
        test: {
          ...UNIT,
          name: 'unit',
          // Loading the modules again for each file takes more than half of the time.
          isolate: false,
          include: UNIT_TESTS.filter((file) => !isIsolated(file) && !isOfSession(file)),
        },
      },
      {
        plugins: [workerProgram()],
        test: { ...UNIT, name: 'unit-isolated', include: UNIT_TESTS.filter(isIsolated) },
      },
      {
        plugins: [workerProgram()],
        test: { ...UNIT, name: 'unit-session', isolate: false, include: UNIT_TESTS.filter(isOfSession) },
      },
      {
        // The storage suites run on a real IndexedDB and a real WebCrypto. A dependency found in the middle of a run would
        // reload the page under a test.
        optimizeDeps: { include: ['zod/mini'] },
        test: {
          name: 'browser',
          expect: patience,
          testTimeout: 60_000,
          include: ['src/storage/**/*.test.ts'],
          setupFiles: ['tests/support/device/few-rounds.ts'],
          browser: {
            enabled: true,
            // A page for each file took a third of the time, as in the unit project. wipeDevice clears what the device's
            // modules keep.
            isolate: false,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        plugins: [react()],
        test: {
          ...SCREEN,
          name: 'ui',
          // Each file has a separate window and modules, but happy-dom is loaded once per thread.
          pool: 'vmThreads',
          include: SCREEN_TESTS.filter(hasOwnWindow),
        },
      },
      {
        plugins: [react()],
        test: {
          ...SCREEN,
          name: 'ui-shared',
          // Loading React and Mantine again for each file takes half of the time.
          pool: 'threads',
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          setupFiles: [...SCREEN.setupFiles, 'tests/support/device/indexeddb.ts'],
          include: SCREEN_TESTS.filter((file) => !hasOwnWindow(file)),
        },
      },
      {
        plugins: [workerProgram(), publicPage()],
        test: {
          name: 'api',
          expect: patience,
          // Each file has a separate database and the server's modules keep no state; loading them again took a quarter of the
          // time.
          isolate: false,
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          // The run has one PostgreSQL; every file copies a separate database from the migrated template.
          globalSetup: ['tests/support/server/embedded-database-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
