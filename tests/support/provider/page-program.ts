import { build } from 'vite';

/** Bundles a module with all its imports as one script for a browser. */
export async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      // The product's dynamic imports are included, because no server offers a second file.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    // Workbox reads this variable in many places, and a library build does not replace it.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const [chunk, ...more] = output && 'output' in output ? output.output : [];
  if (!chunk || more.length > 0) throw new Error(`${entry} must become one file`);
  return chunk.code;
}
