import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// '#contract/…' and the other aliases come from package.json "imports"; nothing to repeat here.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'src/**/*.test.ts',
            'sw/**/*.test.ts',
            'server/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/support/jsdom-setup.ts'],
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          // One PostgreSQL for the run; every file copies a database of its own from the migrated template.
          globalSetup: ['tests/support/embedded-database-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
