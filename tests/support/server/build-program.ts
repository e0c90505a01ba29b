import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { publicPagePlugin } from '../../../scripts/build/public-page.ts';
import { workerProgramPlugin } from '../../../scripts/build/worker-program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Builds a TypeScript file of the tests as a separate program, for tests that kill a process; Node 20 does not run TypeScript.
 * The output is inside the project, where Node finds the packages.
 * @param entry path from the project's folder
 * @returns path of the built program
 */
export async function buildTestProgram(entry: string): Promise<string> {
  const name = path.basename(entry, '.ts');
  const outDir = path.join(root, '.cache/tests', name);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [workerProgramPlugin(), publicPagePlugin()],
    build: { ssr: entry, outDir, emptyOutDir: true, target: 'node20', minify: false },
  });
  return path.join(outDir, `${name}.js`);
}
