// Configuration of vitest for tests with faults (plugin.mjs). Start vitest in the project's folder, with `--root .` and with
// this file as `--config`.
import path from 'node:path';
import config from '../../vitest.config.ts';
import { root } from '../lib/run.mjs';
import { faultPlugin } from './plugin.mjs';

const isRecording = process.env.MUTANT === undefined;
const setupFile = path.join(import.meta.dirname, 'reached.mjs');

const createDefines = ({ name, browser }) => ({
  ROOT_FOLDER: JSON.stringify(root),
  REACHED_FOLDER: JSON.stringify(process.env.MUTANTS_REACHED ?? ''),
  PROJECT_NAME: JSON.stringify(name),
  IS_IN_BROWSER: JSON.stringify(browser !== undefined),
});

/**
 * Isolates the test files, which otherwise share module instances: code at the top level of a module would run only for the
 * first file, and the faults in it would seem to be reached by that file alone.
 */
const recordReachedFaults = ({ browser, ...test }) => ({
  ...test,
  ...(browser ? { browser: { ...browser, isolate: true } } : { isolate: true }),
  setupFiles: [...(test.setupFiles ?? []), setupFile],
});

const prepareProjectForFaults = ({ plugins = [], test, ...project }) => ({
  ...project,
  define: createDefines(test),
  plugins: [...plugins, faultPlugin()],
  test: isRecording ? recordReachedFaults(test) : test,
});

export default {
  ...config,
  test: { ...config.test, projects: config.test.projects.map(prepareProjectForFaults) },
};
