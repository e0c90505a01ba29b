// Runs TypeScript files of the project, because Node 20 cannot.
import { root } from './run.mjs';

export async function loadModule(file) {
  // Vite is imported here, so that a script can install the packages before it needs Vite.
  const { runnerImport } = await import('vite');
  return (await runnerImport(file, { root, configFile: false, logLevel: 'error' })).module;
}

/** Calls the exported `main` of a file with the arguments of this process. The exit code is 1 when `main` returns false. */
export async function runMain(file) {
  const { main } = await loadModule(file);
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
}
