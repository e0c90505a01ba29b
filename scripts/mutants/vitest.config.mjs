// Configuration of vitest for tests with faults (plugin.mjs). Start vitest in the project's folder, with `--root .` and with
// this file as `--config`.
import path from 'node:path';
import config from '../../vitest.config.ts';
import { root } from '../lib/run.mjs';
import { faultPlugin } from './plugin.mjs';

const isRecording = process.env.MUTANT === undefined;
const setup = path.join(import.meta.dirname, 'reached.mjs');

const constants = ({ name, browser }) => ({
  ROOT_FOLDER: JSON.stringify(root),
  REACHED_FOLDER: JSON.stringify(process.env.MUTANTS_REACHED ?? ''),
  PROJECT_NAME: JSON.stringify(name),
  IS_IN_BROWSER: JSON.stringify(browser !== undefined),
});

const withFaults = ({ plugins = [], test, ...project }) => ({
  ...project,
  define: constants(test),
  plugins: [...plugins, faultPlugin()],
  test: { ...test, setupFiles: [...(test.setupFiles ?? []), ...(isRecording ? [setup] : [])] },
});

export default {
  ...config,
  test: { ...config.test, projects: config.test.projects.map(withFaults) },
};
