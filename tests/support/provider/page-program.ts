import { build } from 'vite';

/** A module of ours with all that it imports, as one script for a browser. */
export async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      // What the product imports when it needs it comes along: nobody serves a second file.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    // Workbox asks for it at every turn; a library build leaves it in.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const [chunk, ...more] = output && 'output' in output ? output.output : [];
  if (!chunk || more.length > 0) throw new Error(`${entry} must become one file`);
  return chunk.code;
}
