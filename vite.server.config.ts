import { defineConfig } from 'vite';
import { publicPage } from './scripts/build/public-page.ts';
import { workerProgram } from './scripts/build/worker-program.ts';

/**
 * Builds the server as one file for Node, with its worker threads' programs next to it; packages stay in node_modules,
 * migrations are included as text.
 */
export default defineConfig({
  publicDir: false,
  plugins: [workerProgram(), publicPage()],
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    // The file always has the same name and is overwritten, so that node --watch continues to follow it.
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
