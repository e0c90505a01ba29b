// Runs a command of the built server for `npm run backup`, `restore`, `verify` and `files`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from '../build.mjs';
import { ensurePackagesAndHooks, hasNoBuildTools, requireNodeVersion } from './install.mjs';
import { root, run } from './run.mjs';

const SERVER_PROGRAM = 'dist/server/main.js';

/**
 * Runs a command of the server; builds outdated parts before. If an operator removed the build tools, the existing build is
 * used, because installing the tools would replace packages that a running server uses.
 */
export async function buildAndRunServer(args) {
  requireNodeVersion();
  const isReady = hasNoBuildTools() && existsSync(path.join(root, SERVER_PROGRAM));
  if (!isReady) await ensurePackagesAndHooks();
  const isBuilt = isReady || (await build(['provider']));
  return isBuilt && (await run(process.execPath, ['--enable-source-maps', SERVER_PROGRAM, ...args]));
}
