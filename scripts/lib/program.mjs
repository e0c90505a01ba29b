// A command of the built provider, for npm run backup, restore, verify and files.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from '../build.mjs';
import { ensureInstalled, hasNoBuildTools, requireNode } from './install.mjs';
import { root, run } from './run.mjs';

const PROGRAM = 'dist/server/main.js';

/**
 * Builds first what is not up to date. Not where an operator has taken the build tools away: what was
 * built is used as it is, and nothing is installed over packages that a running provider uses.
 */
export async function runProgram(args) {
  requireNode();
  const isReady = hasNoBuildTools() && existsSync(path.join(root, PROGRAM));
  if (!isReady) await ensureInstalled();
  const isBuilt = isReady || (await build(['provider']));
  return isBuilt && (await run(process.execPath, ['--enable-source-maps', PROGRAM, ...args]));
}
