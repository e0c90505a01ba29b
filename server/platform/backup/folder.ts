import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { StartError, errorCode } from '../base/start-error.ts';
import { syncFolder } from '../base/sync-folder.ts';
import { isProcessRunning } from '../database/embedded/cluster.ts';
import { DatabaseFacts } from './database/facts.ts';
import { type PoolFile, parseFileList } from './files/pool.ts';
import type { BackupKey } from './encryption/key.ts';
import { type Digest, type PartLocation, readPartText, writeFileAtomically } from './encryption/part.ts';
import { readSmallTextFile } from './encryption/plain-file.ts';

/**
 * The backup folder holds `copy-<moment>/` with the parts of one backup, and the files that all backups share. An unfinished
 * backup is named `.making-<process>` and gets its final name when it is complete. A folder without the prefix `copy-` is not a
 * backup.
 */
const BACKUP_PREFIX = 'copy-';
const UNFINISHED_PREFIX = '.making-';
const MANIFEST_FORMAT_VERSION = 1;

const DigestShape = z.object({ bytes: z.number(), sha256: z.string() });

const Manifest = z.object({
  format: z.literal(MANIFEST_FORMAT_VERSION),
  program: z.string(),
  /** `embedded`: a tar of the cluster; `logical`: rows (logical-backup.ts). Both are compressed with gzip. */
  kind: z.enum(['embedded', 'logical']),
  postgres: z.number(),
  /** The backup contains every change that was committed before this time. */
  heldUntil: z.iso.datetime(),
  /** The backup contains no change that was committed after this time. */
  finishedAt: z.iso.datetime(),
  database: DigestShape,
  fileList: DigestShape,
  files: z.object({ count: z.number(), bytes: z.number() }),
  facts: DatabaseFacts,
  /**
   * Name of the archive (a folder below ARCHIVE_DIR) that has the WAL segments after the backup, and the first segment that a
   * restore needs; null when no segments were archived.
   */
  archive: z.object({ life: z.string(), from: z.string() }).nullable().default(null),
});
export type Manifest = z.output<typeof Manifest>;

export interface BackupLocation {
  readonly dir: string;
  readonly name: string;
}

export type PartName = 'manifest' | 'database' | 'files';

/**
 * Returns the location of a part. Each part is encrypted under the name of its backup, so a part that was moved here from
 * another backup cannot be decrypted.
 */
export const partLocation = ({ dir, name }: BackupLocation, part: PartName, folder = name): PartLocation => ({
  root: dir,
  file: path.join(dir, folder, part),
  name: `${name}/${part}`,
});

export function listBackups(dir: string): BackupLocation[] {
  try {
    return fs
      .readdirSync(dir)
      .filter((name) => name.startsWith(BACKUP_PREFIX))
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

export async function readManifest(key: BackupKey, copy: BackupLocation): Promise<Manifest> {
  const place = partLocation(copy, 'manifest');
  const read = Manifest.safeParse(JSON.parse(await readPartText(key, place)));
  if (read.success) return read.data;
  throw new StartError(
    `${place.name} es de otra versión de este programa: restáurala con esa versión o con una más nueva.`,
  );
}

export async function readFileList(key: BackupKey, copy: BackupLocation): Promise<PoolFile[]> {
  const place = partLocation(copy, 'files');
  return parseFileList(await readPartText(key, place), place.name);
}

export const fileDigestsOf = (files: readonly PoolFile[]): Map<string, Digest> =>
  new Map(files.map(({ storagePath, bytes, sha256 }) => [storagePath, { bytes, sha256 }]));

const backupNameAt = (moment: Date): string => `${BACKUP_PREFIX}${moment.toISOString().replaceAll(':', '')}`;

function ensureWritableFolder(dir: string): void {
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
 * Deletes unfinished backups whose process has ended.
 * @throws StartError while another process makes a backup in this folder
 */
function deleteAbandonedBackups(dir: string): void {
  for (const name of fs.readdirSync(dir).filter((found) => found.startsWith(UNFINISHED_PREFIX))) {
    const pid = Number(name.slice(UNFINISHED_PREFIX.length));
    if (pid !== process.pid && isProcessRunning(pid))
      throw new StartError(
        `El proceso ${pid} está haciendo una copia en ${dir}: espéralo o elige otra carpeta.`,
      );
    fs.rmSync(path.join(dir, name), { recursive: true, force: true });
  }
}

export interface BackupInProgress {
  readonly copy: BackupLocation;
  place(part: PartName): PartLocation;
  /** Renames the folder to its final name, which makes it a complete backup. */
  finish(): Promise<void>;
  giveUp(): void;
}

/**
 * Starts a backup.
 * @throws StartError when the folder is not writable, or another backup is in progress there
 */
export function beginBackup(dir: string, moment: Date): BackupInProgress {
  ensureWritableFolder(dir);
  deleteAbandonedBackups(dir);
  const copy = { dir, name: backupNameAt(moment) };
  const folder = `${UNFINISHED_PREFIX}${process.pid}`;
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

const VERIFIED_FILE = 'verified.json';
const MAX_VERIFIED_FILE_BYTES = 1_000;
const VerificationRecord = z.object({ at: z.iso.datetime() });

/** Returns the time of the last successful verification of the backup; null when the backup was never verified. */
export function backupVerifiedAt({ dir, name }: BackupLocation): string | null {
  try {
    return VerificationRecord.parse(
      JSON.parse(readSmallTextFile(path.join(dir, name, VERIFIED_FILE), MAX_VERIFIED_FILE_BYTES)),
    ).at;
  } catch {
    return null; // The file is missing, or a crash truncated it. A missing time can only affect which backups are kept.
  }
}

export async function writeVerificationFile({ dir, name }: BackupLocation, at: Date): Promise<void> {
  const text = JSON.stringify({ at: at.toISOString() });
  await writeFileAtomically(
    { root: dir, file: path.join(dir, name, VERIFIED_FILE) },
    Readable.from([Buffer.from(text)]),
  );
}
