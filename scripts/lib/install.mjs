// Checks or installs what every command requires: a sufficiently new Node, and the packages of the lock file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { areAllPackagesInstalled, hasOnlyProductionPackages } from './packages.mjs';
import { runNpm, root } from './run.mjs';

const readProjectJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

export function requireNodeVersion() {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(readProjectJson('package.json').engines.node).map(Number);
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  console.error(
    `Ventanilla necesita Node ${major}.${minor} o más nuevo y este es ${process.versions.node}: instala uno más nuevo de nodejs.org.`,
  );
  process.exit(1);
}

/**
 * Returns the result of `isTrue`, called with the installed packages (npm's record in node_modules) and the packages of the
 * lock file. Returns false when npm has no record.
 */
function doPackageListsSatisfy(isTrue) {
  const record = 'node_modules/.package-lock.json';
  return (
    existsSync(path.join(root, record)) &&
    isTrue(readProjectJson(record).packages, readProjectJson('package-lock.json').packages)
  );
}

/** Returns true when an operator has removed the build tools with 'npm prune --omit=dev'. */
export const hasNoBuildTools = () => doPackageListsSatisfy(hasOnlyProductionPackages);

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Makes Git use .githooks in a clone without a setting for hooks. Does nothing outside of a clone or without Git. */
function ensureGitHooks() {
  if (!existsSync(path.join(root, '.git'))) return;
  // Exit code 1 means that the setting is absent. Other failures are ignored here; the user's own Git commands report them.
  if (git('config', 'core.hooksPath').status === 1) git('config', 'core.hooksPath', '.githooks');
}

export async function ensurePackagesAndHooks() {
  ensureGitHooks();
  if (doPackageListsSatisfy(areAllPackagesInstalled)) return;
  console.log('Instalando los paquetes (npm ci)…');
  // The build needs the development packages, even if NODE_ENV is production.
  if (await runNpm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')) return;
  console.error(
    'No se pudieron instalar los paquetes, y npm dice arriba por qué: revisa la conexión con su registro y repite esto.',
  );
  process.exit(1);
}
