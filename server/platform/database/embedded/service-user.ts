import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartError } from '../../base/start-error.ts';

/** Account under which PostgreSQL's programs run. If user id and group id are absent, it is the account of this process. */
export interface ServiceUser {
  readonly name: string;
  readonly ids: { readonly uid?: number; readonly gid?: number };
}

const UNPRIVILEGED_USERS = ['postgres', 'nobody'];

/**
 * Returns the account for PostgreSQL. PostgreSQL does not run as root, so root switches to the machine's `postgres` or `nobody`
 * account.
 */
export function findServiceUser(): ServiceUser {
  if (process.getuid?.() !== 0) return { name: 'the current user', ids: {} };
  const accounts = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of UNPRIVILEGED_USERS) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { name, ids: { uid: Number(fields[2]), gid: Number(fields[3]) } };
  }
  throw new StartError(
    'PostgreSQL no corre como root y este equipo no tiene una cuenta "postgres" ni "nobody": inicia el programa con otro usuario.',
  );
}

export function canEnterFolder(user: ServiceUser, folder: string): boolean {
  if (user.ids.uid === undefined) return true;
  const probe = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user.ids, cwd: '/' });
  return probe.status === 0;
}

export function makePrivateFolder(user: ServiceUser, folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = user.ids;
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
  rejectForeignFolder(folder, uid ?? process.getuid?.());
}

/**
 * Rejects a folder that belongs to another user. In a world-writable parent folder, another user could have created it before
 * this program did.
 */
function rejectForeignFolder(folder: string, owner: number | undefined): void {
  const found = fs.lstatSync(folder);
  if (found.isDirectory() && (owner === undefined || found.uid === owner)) return;
  throw new StartError(`${path.resolve(folder)} es de otro usuario: bórrala e inicia de nuevo.`);
}
