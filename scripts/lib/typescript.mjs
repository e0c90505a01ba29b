// Runs TypeScript of the project: Node 20 runs none by itself.
import { root } from './run.mjs';

/** A module of the project that is written in TypeScript; the path from the root. */
export async function loadModule(file) {
  // Only now: whoever installs the packages first has no Vite when the program starts.
  const { runnerImport } = await import('vite');
  return (await runnerImport(file, { root, configFile: false, logLevel: 'error' })).module;
}

/** Calls the `main` that the file exports, with the arguments of this process. Exit code 1 when it answers false. */
export async function runMain(file) {
  const { main } = await loadModule(file);
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
}
