import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client, ClientConfig } from 'pg';
import { StartError } from '../base/start-error.ts';
import type { DatabaseConfig } from '../database/start/open.ts';
import { readIncarnation } from './archive/incarnation.ts';
import { pruneSegments } from './archive/segments.ts';
import { streamBaseBackup } from './database/base-backup.ts';
import { streamLogicalBackup } from './database/logical-backup.ts';
import { requireSpaceForBackup } from './database/disk-space.ts';
import { type DatabaseState, connectionConfigOf, readDatabaseState, withClient } from './database/source.ts';
import { updateDamagedPaths, readDamagedPaths } from './files/damaged.ts';
import { type PoolFillResult, deleteUnusedPoolFiles, copyFilesToPool, formatFileList } from './files/pool.ts';
import type { FileSource } from './files/source.ts';
import {
  type BackupLocation,
  type BackupInProgress,
  type Manifest,
  beginBackup,
  fileDigestsOf,
  listBackups,
  partLocation,
  readFileList,
  readManifest,
  backupVerifiedAt,
} from './folder.ts';
import { deleteBackupRecords, recordBackup } from './record.ts';
import type { ByteStream } from './encryption/blocks.ts';
import type { BackupKey } from './encryption/key.ts';
import { type Digest, checkPart, readPartKeyId, writePart } from './encryption/part.ts';
import { alteredPartError } from './encryption/encrypt.ts';
import { toOperatorError } from './operator-error.ts';

export interface BackupPlan {
  readonly dir: string;
  readonly key: BackupKey;
  /** Number of backups to keep, including the new one. */
  readonly keep: number;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly source: FileSource;
  /**
   * True to back up the rows of the database instead of the cluster's files, which other versions of PostgreSQL cannot read.
   * Always true with DATABASE_URL.
   */
  readonly logical: boolean;
  readonly program: string;
  /** ARCHIVE_DIR, from which a backup deletes segments that no backup needs any more; null to delete none. */
  readonly archiveDir: string | null;
  readonly tell: (line: string) => void;
}

/** Resolves symbolic links in the part of the path that exists. */
function realPathOfExistingPart(folder: string): string {
  const whole = path.resolve(folder);
  if (fs.existsSync(whole)) return fs.realpathSync(whole);
  const above = path.dirname(whole);
  return above === whole ? whole : path.join(realPathOfExistingPart(above), path.basename(whole));
}

/**
 * Checks that neither folder contains the other, because the data and their backup could then be lost at once.
 * @throws StartError
 */
export function rejectNestedFolders(dir: string, dataDir: string): void {
  const [copies, data] = [realPathOfExistingPart(dir), realPathOfExistingPart(dataDir)];
  const isInFolder = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(`${outer}${path.sep}`);
  if (isInFolder(copies, data) || isInFolder(data, copies))
    throw new StartError(
      `${dir} y la carpeta de datos ${dataDir} están una dentro de la otra y se perderían juntas: elige una carpeta en otro lugar, mejor en otro equipo.`,
    );
}

/** Compresses the bytes at the fastest level. Most of them are database pages, which shrink to a tenth at any level. */
async function* compressGzip(source: ByteStream): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: 1 });
  const feeding = pipeline(Readable.from(source, { objectMode: false }), gzip);
  feeding.catch(() => undefined);
  yield* gzip as AsyncIterable<Buffer>;
  await feeding;
}

interface DatabaseBackup extends DatabaseState {
  readonly kind: Manifest['kind'];
  readonly digest: Digest;
  readonly archive: Manifest['archive'];
}

const MB = 1_000_000;
const formatMegabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
const formatDatabaseProgress = (done: number, total: number): string =>
  `  base de datos: ${formatMegabytes(done)}${total > 0 ? ` de unos ${formatMegabytes(Math.max(done, total))}` : ''}`;

async function backUpDatabase(
  plan: BackupPlan,
  connection: ClientConfig,
  making: BackupInProgress,
): Promise<DatabaseBackup> {
  const reportBytes = (done: number, total: number) => plan.tell(formatDatabaseProgress(done, total));
  const write = (source: ByteStream) => writePart(plan.key, making.place('database'), compressGzip(source));
  if (plan.database.kind === 'embedded' && !plan.logical) {
    requireSpaceForBackup(plan.dataDir);
    const beginning = await withClient(connection, readDatabaseState);
    const life = beginning.isArchived ? readIncarnation(plan.dataDir) : null;
    let from = '';
    const onStart = (segment: string) => (from = segment);
    const digest = await write(streamBaseBackup(connection, onStart, reportBytes));
    return { ...beginning, kind: 'embedded', digest, archive: life === null ? null : { life, from } };
  }
  let beginning: DatabaseState | undefined;
  const readState = async (client: Client) => {
    beginning = await readDatabaseState(client);
  };
  const digest = await write(streamLogicalBackup(connection, readState, reportBytes));
  if (!beginning) throw new Error('The facts of the snapshot were not read');
  return { ...beginning, kind: 'logical', digest, archive: null };
}

/** Returns the files in the newest backup that this key decrypts. The new backup does not read these files again. */
async function readNewestFileDigests({ dir, key }: BackupPlan): Promise<ReadonlyMap<string, Digest>> {
  for (const copy of listBackups(dir)) {
    try {
      return fileDigestsOf(await readFileList(key, copy));
    } catch (error) {
      if (!(error instanceof StartError)) throw error; // This backup is damaged or has another key; the next older one is tried.
    }
  }
  return new Map();
}

async function backUpFiles(
  plan: BackupPlan,
  making: BackupInProgress,
): Promise<PoolFillResult & { list: Digest }> {
  const suspects = readDamagedPaths(plan.dir, plan.key);
  const filled = await copyFilesToPool({
    ...plan,
    known: await readNewestFileDigests(plan),
    suspects,
    onFile: (done, total) => plan.tell(`  archivos: ${done} de ${total}`),
  });
  if (suspects.size > 0) await updateDamagedPaths(plan.dir, plan.key, suspects, []);
  return { ...filled, list: await writePart(plan.key, making.place('files'), formatFileList(filled.files)) };
}

async function writeManifest(
  { key }: BackupPlan,
  making: BackupInProgress,
  manifest: Manifest,
): Promise<void> {
  await writePart(key, making.place('manifest'), Readable.from([Buffer.from(JSON.stringify(manifest))]));
}

/**
 * Backs up the database first and then the files. A file that a row in the backup references still exists when the files are
 * backed up: a file is written before its row, and deleted thirty days after its row.
 */
async function writeBackupParts(
  plan: BackupPlan,
  connection: ClientConfig,
  making: BackupInProgress,
): Promise<Pick<CreatedBackup, 'manifest' | 'mended'>> {
  const { facts, postgres, heldUntil, kind, digest, archive } = await backUpDatabase(
    plan,
    connection,
    making,
  );
  const { files, mended, list } = await backUpFiles(plan, making);
  const manifest: Manifest = {
    format: 1,
    program: plan.program,
    kind,
    postgres,
    heldUntil: heldUntil.toISOString(),
    finishedAt: new Date().toISOString(),
    database: digest,
    fileList: list,
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    facts,
    archive,
  };
  plan.tell('  releyendo la copia');
  await checkPart(plan.key, making.place('database'), digest);
  await checkPart(plan.key, making.place('files'), list);
  await writeManifest(plan, making, manifest);
  return { manifest, mended };
}

interface BackupWithManifest {
  readonly copy: BackupLocation;
  readonly manifest: Manifest;
  readonly paths: readonly string[];
}

/**
 * Returns the backups with this key, the newest first. Backups with another key are omitted, because they must not be removed.
 * @throws StartError if a backup is damaged
 */
async function listBackupsOfOwnKey({ dir, key }: BackupPlan): Promise<BackupWithManifest[]> {
  const own: BackupWithManifest[] = [];
  for (const copy of listBackups(dir)) {
    const encryptedWith = await readPartKeyId(partLocation(copy, 'manifest'));
    // If the damaged backup were skipped, the shared files that only it references would seem unused and be deleted.
    if (encryptedWith === null) throw alteredPartError(partLocation(copy, 'manifest').name);
    if (encryptedWith !== key.id) continue;
    const manifest = await readManifest(key, copy);
    const paths = (await readFileList(key, copy)).map(({ storagePath }) => storagePath);
    own.push({ copy, manifest, paths });
  }
  return own;
}

/**
 * Returns the backups to remove: all except the newest `keep` backups and the newest backup that a verification restored
 * successfully.
 */
function selectBackupsToDelete(own: readonly BackupWithManifest[], keep: number): BackupWithManifest[] {
  const shown = own.find(({ copy }) => backupVerifiedAt(copy) !== null);
  return own.slice(keep).filter((copy) => copy !== shown);
}

function pruneArchive({ archiveDir, dataDir }: BackupPlan, left: readonly BackupWithManifest[]): void {
  const life = readIncarnation(dataDir);
  const first = left
    .flatMap(({ manifest: { archive } }) => (archive !== null && archive.life === life ? [archive.from] : []))
    .sort()[0];
  if (archiveDir !== null && life !== null && first !== undefined)
    pruneSegments({ dir: archiveDir, life }, first);
}

/**
 * Removes the oldest backups, the shared files that no other backup references, and the archived segments that no other backup
 * needs.
 * @returns the names of the removed backups
 */
async function pruneBackupsAndArchive(plan: BackupPlan): Promise<string[]> {
  const own = await listBackupsOfOwnKey(plan);
  const old = selectBackupsToDelete(own, plan.keep);
  for (const { copy } of old) fs.rmSync(path.join(copy.dir, copy.name), { recursive: true });
  const left = own.filter((copy) => !old.includes(copy));
  await deleteUnusedPoolFiles(plan.dir, plan.key, new Set(left.flatMap(({ paths }) => paths)));
  pruneArchive(plan, left);
  return old.map(({ copy }) => copy.name);
}

/**
 * Removes the oldest backups and their rows in the database.
 * @throws StartError if one of these backups is damaged; then no backup is removed
 */
async function removeOldBackupsAndRecords(
  plan: BackupPlan,
  connection: ClientConfig,
  made: BackupLocation,
): Promise<string[]> {
  try {
    const removed = await pruneBackupsAndArchive(plan);
    await withClient(connection, (client) => deleteBackupRecords(client, made, removed));
    return removed;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(
      `${made.name} está completa, pero no se borró ninguna copia anterior. ${error.message} Mueve la dañada a otro lugar.`,
      { cause: error },
    );
  }
}

export interface CreatedBackup {
  readonly copy: BackupLocation;
  readonly manifest: Manifest;
  /** Size of the database in the backup, encrypted, in bytes. */
  readonly databaseBytes: number;
  readonly removed: readonly string[];
  /** Files that a verification had reported as damaged and that this backup has stored again. */
  readonly mended: readonly string[];
}

/**
 * Backs up the clinic while the server is running. The backup gets its final name only after all of it was read back; older
 * backups are removed only after that.
 * @throws StartError with a message for the operator; an incomplete backup never looks like a complete one
 */
export async function createBackupAndPrune(plan: BackupPlan): Promise<CreatedBackup> {
  rejectNestedFolders(plan.dir, plan.dataDir);
  const connection = connectionConfigOf(plan.dataDir, plan.database);
  const making = beginBackup(plan.dir, new Date());
  try {
    const { manifest, mended } = await writeBackupParts(plan, connection, making);
    await making.finish();
    await withClient(connection, (client) => recordBackup(client, making.copy, manifest));
    const removed = await removeOldBackupsAndRecords(plan, connection, making.copy);
    const databaseBytes = fs.statSync(partLocation(making.copy, 'database').file).size;
    return { copy: making.copy, manifest, databaseBytes, removed, mended };
  } catch (error) {
    making.giveUp();
    throw toOperatorError(
      error,
      plan.dir,
      'Las copias anteriores están como estaban; con --keep N se conservan menos.',
    );
  }
}
