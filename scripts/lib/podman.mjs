// Provides the container programs for `npm run test:container`, even when no image registry can be reached.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const PROGRAMS = ['podman', 'podman-compose', 'mmdebstrap', 'runc'];
const PACKAGES = [...PROGRAMS, 'aardvark-dns', 'catatonit', 'iptables', 'netavark'];
const missingPrograms = () =>
  PROGRAMS.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);

export async function ensurePodman() {
  if (missingPrograms().length === 0) return true;
  if ((await installFromDebian(...PACKAGES)) && missingPrograms().length === 0) return true;
  console.error(
    `Containers require ${missingPrograms().join(', ')}: as root on Debian, run apt-get install ${PACKAGES.join(' ')}.`,
  );
  return false;
}
