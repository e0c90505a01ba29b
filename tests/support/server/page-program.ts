import { build } from 'vite';

export async function bundlePageScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      // Dynamic imports go into the same file, because the test serves no second one.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    // Workbox reads this variable, and Vite does not replace it in a library build.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const [chunk, ...more] = output && 'output' in output ? output.output : [];
  if (!chunk || more.length > 0) throw new Error(`${entry} must become one file`);
  return chunk.code;
}
