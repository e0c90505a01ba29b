// `import program from 'thread:./worker.ts'` returns the URL of a bundled file for a worker thread of Node. Vite alone bundles
// worker files only for browsers, and Node 20 cannot run TypeScript.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, type Rolldown, build } from 'vite';

const THREAD_IMPORT_PREFIX = 'thread:';
const root = path.resolve(import.meta.dirname, '../..');

async function bundleWorker(file: string): Promise<Rolldown.OutputChunk> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: file, write: false, target: 'node20', minify: false, sourcemap: 'inline' },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []));
  const [chunk, ...more] = chunks.filter((part) => part.type === 'chunk');
  if (!chunk || more.length > 0) throw new Error(`${file} must become one file.`);
  return chunk;
}

/**
 * Writes the program to a file for tests, which run from the sources. The folder is inside the project, so that Node finds the
 * packages. The file is renamed after writing, so that no reader finds it incomplete.
 */
function writeWorkerForTests(name: string, code: string): string {
  const folder = path.join(root, '.cache/tests/programs');
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return `new URL(${JSON.stringify(pathToFileURL(file))})`;
}

/** Bundles the program of a worker thread. A build writes the bundle next to the file that starts the thread. */
export function workerProgramPlugin(): Plugin {
  let isBuild = false;
  const served = new Map<string, Promise<string>>();
  const serve = async (file: string, name: string) =>
    writeWorkerForTests(name, (await bundleWorker(file)).code);
  return {
    name: 'worker-program',
    enforce: 'pre',
    // Vite's default omits emitted files from a build for Node.
    config: () => ({ build: { ssrEmitAssets: true } }),
    configResolved: (config) => void (isBuild = config.command === 'build'),
    async resolveId(source, importer) {
      if (!source.startsWith(THREAD_IMPORT_PREFIX)) return null;
      const resolved = await this.resolve(source.slice(THREAD_IMPORT_PREFIX.length), importer);
      return resolved && `\0${THREAD_IMPORT_PREFIX}${resolved.id}`;
    },
    async load(id) {
      if (!id.startsWith(`\0${THREAD_IMPORT_PREFIX}`)) return null;
      const file = id.slice(THREAD_IMPORT_PREFIX.length + 1);
      const name = `${path.basename(file, '.ts')}.js`;
      if (!isBuild) {
        const address = served.get(file) ?? serve(file, name);
        served.set(file, address);
        return `export default ${await address};`;
      }
      const { code, moduleIds } = await bundleWorker(file);
      for (const source of moduleIds) if (path.isAbsolute(source)) this.addWatchFile(source);
      this.emitFile({ type: 'asset', fileName: name, source: code });
      return `export default new URL('./${name}', import.meta.url);`;
    },
  };
}
