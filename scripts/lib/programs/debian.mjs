// Installs Debian packages that the tests need, if the system is Debian and the process runs as root.
import { existsSync, readFileSync } from 'node:fs';
import { run } from '../run.mjs';

function isDebian() {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}

/** Installs the packages; returns false on another system, without root, or when the installation fails. */
export async function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !isDebian()) return false;
  console.log(`Installing Debian packages for the tests: apt-get install ${names.join(' ')}…`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await run('apt-get', ['update', '-qq'], quiet);
  return updated && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
}
