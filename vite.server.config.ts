import { defineConfig } from 'vite';
import { publicPagePlugin } from './scripts/build/public-page.ts';
import { workerProgramPlugin } from './scripts/build/worker-program.ts';

/**
 * Builds the server as one file for Node, and the worker threads' programs as files next to it. Packages stay in node_modules;
 * migrations are included as text.
 */
export default defineConfig({
  publicDir: false,
  plugins: [workerProgramPlugin(), publicPagePlugin()],
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    // The output file is overwritten and not deleted, so that node --watch continues to follow it.
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
