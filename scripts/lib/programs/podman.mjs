// Provides the container programs for `npm run test:container`, even when no image registry can be reached.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const CONTAINER_PROGRAMS = ['podman', 'podman-compose', 'mmdebstrap', 'runc'];
const CONTAINER_PACKAGES = [...CONTAINER_PROGRAMS, 'aardvark-dns', 'catatonit', 'iptables', 'netavark'];
const findMissingPrograms = () =>
  CONTAINER_PROGRAMS.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);

export async function ensurePodman() {
  if (findMissingPrograms().length === 0) return true;
  if ((await installFromDebian(...CONTAINER_PACKAGES)) && findMissingPrograms().length === 0) return true;
  console.error(
    `Containers require ${findMissingPrograms().join(', ')}: as root on Debian, run apt-get install ${CONTAINER_PACKAGES.join(' ')}.`,
  );
  return false;
}
