import { defineConfig } from 'vite';

/** The provider as one file for Node; packages stay in node_modules, migrations are inside as text. */
export default defineConfig({
  publicDir: false,
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
