// Runs TypeScript files of the project, which Node 20 cannot run.
import { root } from './run.mjs';

/** Loads a TypeScript module of the project. The path is relative to the root. */
export async function loadModule(file) {
  // Vite is imported late, so that a script which first installs the packages can start without Vite.
  const { runnerImport } = await import('vite');
  return (await runnerImport(file, { root, configFile: false, logLevel: 'error' })).module;
}

/** Calls the `main` that the file exports with the arguments of this process. Exit code 1 when it returns false. */
export async function runMain(file) {
  const { main } = await loadModule(file);
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
}
