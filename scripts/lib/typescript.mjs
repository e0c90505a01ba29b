// Runs a TypeScript program of the tests: Node 20 runs none by itself.
import { runnerImport } from 'vite';
import { root } from './run.mjs';

/** Calls the `main` that the file exports, with the arguments of this process. Exit code 1 when it answers false. */
export async function runMain(file) {
  const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'error' });
  process.exitCode = (await module.main(process.argv.slice(2))) ? 0 : 1;
}
