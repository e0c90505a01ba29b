// Packages of Debian that the tests need, installed where this is Debian and we may.
import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';

function isDebian() {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}

/** False where this is no Debian, where we are not root, and when it fails. */
export async function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !isDebian()) return false;
  console.log(`Installing for the tests, from Debian: apt-get install ${names.join(' ')}…`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await run('apt-get', ['update', '-qq'], quiet);
  return updated && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
}
