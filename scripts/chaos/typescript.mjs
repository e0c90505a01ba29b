import path from 'node:path';
import { root } from '../lib/run.mjs';

/** A module of the project that is written in TypeScript. */
export async function load(file) {
  const { runnerImport } = await import('vite');
  return (await runnerImport(path.join(root, file), { configFile: false, logLevel: 'error' })).module;
}
