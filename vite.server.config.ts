import { defineConfig } from 'vite';
import { publicPage } from './scripts/build/public-page.ts';
import { workerProgram } from './scripts/build/worker-program.ts';

/** The provider as one file for Node, its worker threads' programs beside it; packages stay in node_modules, migrations are inside as text. */
export default defineConfig({
  publicDir: false,
  plugins: [workerProgram(), publicPage()],
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    // One file, always of the same name: written over, so that node --watch keeps following it.
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
