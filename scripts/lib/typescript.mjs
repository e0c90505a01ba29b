// Runs TypeScript files of the project, because Node 20 cannot.
import { root } from './run.mjs';

export async function loadModule(file) {
  // Vite is imported here, so that a script can install the packages before it needs Vite.
  const { runnerImport } = await import('vite');
  const options = { root, configFile: false, logLevel: 'error' };
  const importModule = async (name, plugins) => (await runnerImport(name, { ...options, plugins })).module;
  // The server imports its public pages through this plugin.
  const { publicPagePlugin } = await importModule('scripts/build/public-page.ts', []);
  return importModule(file, [publicPagePlugin()]);
}

/** Calls the exported `main` of a file with the arguments of this process. The exit code is 1 when `main` returns false. */
export async function runMain(file) {
  const { main } = await loadModule(file);
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
}
