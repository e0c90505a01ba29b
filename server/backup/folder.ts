import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { StartError, errorCode } from '../base/start-error.ts';
import { syncFolder } from '../base/sync-folder.ts';
import { isAlive } from '../database/embedded/cluster.ts';
import { DatabaseFacts } from './database/facts.ts';
import { type CopiedFile, parseFileList } from './files/pool.ts';
import type { BackupKey } from './encryption/key.ts';
import { type Digest, type PartLocation, readPartText, writeFileAtomically } from './encryption/part.ts';
import { readSmallTextFile } from './encryption/plain-file.ts';

/**
 * The backup folder holds `copy-<moment>/` with its parts, and the files that all backups share. An unfinished backup is named
 * `.making-<process>` and gets its name when it is complete; a folder without the prefix `copy-` is not a backup.
 */
const PREFIX = 'copy-';
const MAKING = '.making-';
const FORMAT = 1;

const DigestShape = z.object({ bytes: z.number(), sha256: z.string() });

/** Encrypted description of a backup. */
const Manifest = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  /** `embedded`: a tar of the cluster; `logical`: rows (logical-copy.ts). Both are compressed with gzip. */
  kind: z.enum(['embedded', 'logical']),
  /** Major version of the source PostgreSQL. */
  postgres: z.number(),
  /** Everything committed before this time is in the backup. */
  heldUntil: z.iso.datetime(),
  /** Upper bound: the backup contains nothing that was committed later. */
  finishedAt: z.iso.datetime(),
  database: DigestShape,
  fileList: DigestShape,
  files: z.object({ count: z.number(), bytes: z.number() }),
  facts: DatabaseFacts,
  /**
   * Name of the archive (a folder below ARCHIVE_DIR) with the WAL segments that follow the backup, and the first segment
   * needed; null when none were archived.
   */
  archive: z.object({ life: z.string(), from: z.string() }).nullable().default(null),
});
export type Manifest = z.output<typeof Manifest>;

/** Complete backup. */
export interface Backup {
  readonly dir: string;
  readonly name: string;
}

export type PartName = 'manifest' | 'database' | 'files';

/**
 * Returns the location of a part. Parts are encrypted under the backup's name, so a part that was moved here from another
 * backup does not decrypt.
 */
export const partLocation = ({ dir, name }: Backup, part: PartName, folder = name): PartLocation => ({
  root: dir,
  file: path.join(dir, folder, part),
  name: `${name}/${part}`,
});

/**
 * Lists the backups, newest first.
 * @throws StartError when the folder cannot be read
 */
export function listBackups(dir: string): Backup[] {
  try {
    return fs
      .readdirSync(dir)
      .filter((name) => name.startsWith(PREFIX))
      .sort()
      .reverse()
      .map((name) => ({ dir, name }));
  } catch (cause) {
    throw new StartError(
      `No se puede leer la carpeta de las copias ${dir} (${errorCode(cause)}): revisa su nombre y que su disco esté conectado.`,
      { cause },
    );
  }
}

export async function readManifest(key: BackupKey, copy: Backup): Promise<Manifest> {
  const place = partLocation(copy, 'manifest');
  const read = Manifest.safeParse(JSON.parse(await readPartText(key, place)));
  if (read.success) return read.data;
  throw new StartError(
    `${place.name} es de otra versión de este programa: restáurala con esa versión o con una más nueva.`,
  );
}

export async function readFileList(key: BackupKey, copy: Backup): Promise<CopiedFile[]> {
  const place = partLocation(copy, 'files');
  return parseFileList(await readPartText(key, place), place.name);
}

/** Returns the digests in a file list, by path. */
export const digestsOf = (files: readonly CopiedFile[]): Map<string, Digest> =>
  new Map(files.map(({ storagePath, bytes, sha256 }) => [storagePath, { bytes, sha256 }]));

const nameAt = (moment: Date): string => `${PREFIX}${moment.toISOString().replaceAll(':', '')}`;

function makeDir(dir: string): void {
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new StartError(
      `No se puede escribir en la carpeta de las copias ${dir} (${errorCode(cause)}): elige otra o cambia su dueño.`,
      { cause },
    );
  }
}

/**
 * Deletes the unfinished backups that ended processes left in the folder.
 * @throws StartError while another process makes a backup in this folder
 */
function sweepAbandoned(dir: string): void {
  for (const name of fs.readdirSync(dir).filter((found) => found.startsWith(MAKING))) {
    const pid = Number(name.slice(MAKING.length));
    if (pid !== process.pid && isAlive(pid))
      throw new StartError(
        `El proceso ${pid} está haciendo una copia en ${dir}: espéralo o elige otra carpeta.`,
      );
    fs.rmSync(path.join(dir, name), { recursive: true, force: true });
  }
}

/** Backup in progress. */
export interface BackupInProgress {
  readonly copy: Backup;
  place(part: PartName): PartLocation;
  /** Gives the folder its final name, which makes it a backup. */
  finish(): Promise<void>;
  giveUp(): void;
}

/**
 * Starts a backup.
 * @throws StartError when the folder is not writable, or another backup is in progress there
 */
export function beginBackup(dir: string, moment: Date): BackupInProgress {
  makeDir(dir);
  sweepAbandoned(dir);
  const copy = { dir, name: nameAt(moment) };
  const folder = `${MAKING}${process.pid}`;
  const making = path.join(dir, folder);
  fs.mkdirSync(making, { mode: 0o700 });
  return {
    copy,
    place: (part) => partLocation(copy, part, folder),
    finish: async () => {
      await syncFolder(making);
      fs.renameSync(making, path.join(dir, copy.name));
      await syncFolder(dir);
    },
    giveUp: () => fs.rmSync(making, { recursive: true, force: true }),
  };
}

const VERIFIED = 'verified.json';
const VERIFIED_MAX = 1_000;
const Verified = z.object({ at: z.iso.datetime() });

/** Returns the time at which the backup was last restored for verification; null when it never was. */
export function verifiedAt({ dir, name }: Backup): string | null {
  try {
    return Verified.parse(JSON.parse(readSmallTextFile(path.join(dir, name, VERIFIED), VERIFIED_MAX))).at;
  } catch {
    return null; // The file is missing or was truncated by a crash. Without it, only the choice of the backups to keep may differ.
  }
}

export async function recordBackupVerified({ dir, name }: Backup, at: Date): Promise<void> {
  const text = JSON.stringify({ at: at.toISOString() });
  await writeFileAtomically(
    { root: dir, file: path.join(dir, name, VERIFIED) },
    Readable.from([Buffer.from(text)]),
  );
}
