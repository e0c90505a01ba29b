import fs from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { StartError, errorCode } from '../base/start-error.ts';
import { RESTORING_MARKER } from '../database/embedded/cluster.ts';
import type { DatabaseConfig } from '../database/start/open.ts';
import { type Archive, requireArchiveFolder } from './archive/segments.ts';
import { rejectNestedFolders } from './backup.ts';
import { type ChosenBackup, chooseBackup, migrationsOfBackup } from './chosen-backup.ts';
import { listReferencedFiles, findDatabaseDifferences } from './database/facts.ts';
import { loadLogicalBackup } from './database/logical-backup.ts';
import {
  type RestoredServer,
  decompressGzip,
  createAndStartEmptyCluster,
  restoreAndStartCluster,
  runAndKeepServer,
  runAndStopServer,
} from './database/restored-cluster.ts';
import { withClient } from './database/source.ts';
import { type PoolFile, runInParallel, readPoolFile } from './files/pool.ts';
import { type Manifest, fileDigestsOf, listBackups, partLocation, readFileList } from './folder.ts';
import { beginIncarnation } from './record.ts';
import type { BackupKey } from './encryption/key.ts';
import { checkPart, readPart, readPartKeyId, writeFileAtomically } from './encryption/part.ts';
import { toOperatorError } from './operator-error.ts';

export interface RestorePlan {
  readonly dir: string;
  readonly key: BackupKey;
  /** Folder name of the backup to restore; null for the newest backup. */
  readonly name: string | null;
  /** Time up to which the archived segments of the embedded database are replayed; null to restore only the backup. */
  readonly until: Date | null;
  readonly archiveDir: string | null;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly tell: (line: string) => void;
  /** Receives warnings for the operator about a restore that succeeded. */
  readonly warn: (sentence: string) => void;
}

export interface RestoredBackup extends ChosenBackup {
  /** Storage paths of files that rows reference and no backup contains, because the rows were written after the last backup. */
  readonly missing: readonly string[];
  /** Storage paths of shared files that were not restored because they are damaged or missing in the backup folder. */
  readonly damaged: readonly string[];
}

/**
 * Claims an empty data folder for the restore, which writes below `.restoring` and moves the data into place at the end. No
 * server starts in a folder that contains `.restoring`.
 */
function claimDataFolder(dataDir: string): string {
  const building = path.join(dataDir, RESTORING_MARKER);
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    const there = blockingEntries(dataDir);
    // Only one of two restores that start at once can create the folder.
    if (there.length === 0) fs.mkdirSync(building, { mode: 0o755 });
    else throw occupiedFolderError(dataDir, there);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    if (errorCode(cause) === 'EEXIST') throw occupiedFolderError(dataDir, [RESTORING_MARKER], cause);
    throw new StartError(
      `No se puede escribir en la carpeta de datos ${dataDir} (${errorCode(cause)}): elige otro DATA_DIR o cambia su dueño.`,
      { cause },
    );
  }
  return building;
}

/** Folder that fsck creates at the top level of a separate disk for recovered fragments. It never contains clinic data. */
const FSCK_FOLDER = 'lost+found';
const blockingEntries = (dataDir: string): string[] =>
  fs
    .readdirSync(dataDir)
    .filter((name) => name !== FSCK_FOLDER)
    .sort();

const MAX_LISTED_ENTRIES = 3;
function blockingEntriesText(names: readonly string[]): string {
  const more = names.length - MAX_LISTED_ENTRIES;
  return `ahí ${names.length === 1 ? 'está' : 'están'} ${names.slice(0, MAX_LISTED_ENTRIES).join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

const occupiedFolderError = (dataDir: string, there: readonly string[], cause?: unknown): StartError =>
  new StartError(
    there.includes(RESTORING_MARKER)
      ? `Ya hay otra restauración en ${dataDir}, que sigue o quedó a medias: espérala, o vacía la carpeta y repite esto.`
      : `La carpeta de datos ${dataDir} no está vacía y una restauración no sobrescribe nada (${blockingEntriesText(there)}): elige otro DATA_DIR o mueve lo que hay ahí a otro lugar.`,
    { cause },
  );

/**
 * Returns the files to restore. When archived segments are replayed, the files of all backups with the same key are included,
 * because rows written after the restored backup may reference them.
 */
async function listFilesToRestore(
  { dir, key }: RestorePlan,
  { copy }: ChosenBackup,
  isLater: boolean,
): Promise<PoolFile[]> {
  const files = new Map(fileDigestsOf(await readFileList(key, copy)));
  if (isLater)
    for (const other of listBackups(dir))
      if ((await readPartKeyId(partLocation(other, 'manifest'))) === key.id)
        for (const [storagePath, digest] of fileDigestsOf(await readFileList(key, other)))
          files.set(storagePath, digest);
  return [...files].map(([storagePath, digest]) => ({ storagePath, ...digest }));
}

/**
 * Restores one file.
 * @returns false when the file is damaged or missing in the backup; then no part of it is written
 */
async function restoreFile({ dir, key }: RestorePlan, file: PoolFile, folder: string): Promise<boolean> {
  try {
    await writeFileAtomically(
      { root: folder, file: path.join(folder, file.storagePath) },
      readPoolFile(dir, key, file),
    );
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

/**
 * Restores the files. Continues after a damaged file, because all backups share the files and the other files must still be
 * restored.
 * @returns the paths of the files that were not restored
 */
async function restoreFiles(
  plan: RestorePlan,
  files: readonly PoolFile[],
  folder: string,
): Promise<string[]> {
  fs.mkdirSync(folder, { mode: 0o700 });
  const damaged: string[] = [];
  let done = 0;
  await runInParallel(files, async (file) => {
    if (!(await restoreFile(plan, file, folder))) damaged.push(file.storagePath);
    plan.tell(`  archivos: ${(done += 1)} de ${files.length}`);
  });
  return damaged.sort();
}

/**
 * Returns the archive with the segments that follow the backup; null when the restore has no target time.
 * @throws StartError when the archive has no segments
 */
function findReplayArchive(
  { until, archiveDir }: RestorePlan,
  { copy, manifest }: ChosenBackup,
): Archive | null {
  if (until === null) return null;
  if (manifest.kind === 'logical' || manifest.archive === null)
    throw new StartError(
      `${copy.name} no se puede llevar a un momento posterior, porque se hizo sin ARCHIVE_DIR: quita --until.`,
    );
  if (archiveDir === null)
    throw new StartError(
      '--until necesita ARCHIVE_DIR, la carpeta en la que el proveedor archivó sus segmentos.',
    );
  const archive = { dir: archiveDir, life: manifest.archive.life };
  requireArchiveFolder(archive);
  return archive;
}

/**
 * Starts the embedded PostgreSQL server on the restored database below `folder`. The rows of a logical backup are loaded into a
 * new cluster.
 * @throws StartError
 */
export async function restoreAndStartServer(
  plan: RestorePlan,
  chosen: ChosenBackup,
  place: { readonly folder: string; readonly durable: boolean },
): Promise<RestoredServer> {
  const { key, until, tell, warn } = plan;
  const schema = migrationsOfBackup(chosen);
  const archive = findReplayArchive(plan, chosen);
  const database = partLocation(chosen.copy, 'database');
  tell('  base de datos');
  if (chosen.manifest.kind === 'embedded')
    return restoreAndStartCluster(
      place,
      readPart(key, database),
      until && archive && { moment: until, key, archive },
    );
  const server = await createAndStartEmptyCluster(place);
  const { connection } = server;
  const source = decompressGzip(readPart(key, database));
  return runAndKeepServer(server, () =>
    loadLogicalBackup({ connection, schema, source, warn }, async () => undefined),
  );
}

/**
 * Compares the restored database with the facts recorded in the backup.
 * @returns the storage paths of files that rows reference and the backup lacks
 * @throws StartError when the database differs from the backup
 */
async function compareAndFindMissingFiles(
  client: Client,
  manifest: Manifest,
  files: readonly PoolFile[],
): Promise<string[]> {
  const problems = await findDatabaseDifferences(client, manifest.facts, manifest.kind === 'logical');
  if (problems.length > 0)
    throw new StartError(
      `La base de datos restaurada no es la que se copió (${problems.join('; ')}): usa otra copia (--copy NOMBRE).`,
    );
  const there = new Set(files.map(({ storagePath }) => storagePath));
  return (await listReferencedFiles(client))
    .map(({ path: named }) => named)
    .filter((named) => !there.has(named));
}

async function restoreDatabase(
  plan: RestorePlan,
  chosen: ChosenBackup,
  building: string,
  files: readonly PoolFile[],
) {
  const { manifest, copy } = chosen;
  const inspectDatabase = async (client: Client) => {
    const missing = await compareAndFindMissingFiles(client, manifest, files);
    await beginIncarnation(client, manifest);
    return missing;
  };
  if (plan.database.kind === 'embedded') {
    const server = await restoreAndStartServer(plan, chosen, { folder: building, durable: true });
    return runAndStopServer(server, () => withClient(server.connection, inspectDatabase));
  }
  if (manifest.kind === 'embedded')
    throw new StartError(
      `${copy.name} es de la base de datos incluida: restáurala sin DATABASE_URL, o usa una copia hecha con --logical.`,
    );
  findReplayArchive(plan, chosen);
  plan.tell('  base de datos');
  const connection = { connectionString: plan.database.url };
  const source = decompressGzip(readPart(plan.key, partLocation(copy, 'database')));
  return loadLogicalBackup(
    { connection, schema: migrationsOfBackup(chosen), source, warn: plan.warn },
    inspectDatabase,
  );
}

/**
 * Moves the restored data into place, with the database as the last part. `.restoring` exists until all parts have been moved.
 */
function moveIntoDataFolder(building: string, dataDir: string): void {
  for (const name of ['files', 'postgres.log', 'postgres'])
    if (fs.existsSync(path.join(building, name)))
      fs.renameSync(path.join(building, name), path.join(dataDir, name));
  fs.rmSync(building, { recursive: true });
}

function deleteRestoredData(dataDir: string): void {
  for (const name of ['files', 'postgres.log', 'postgres', RESTORING_MARKER])
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
}

/**
 * Restores a backup into an empty data folder; with DATABASE_URL, the rows go into an empty database. A failed restore leaves
 * no data behind. A damaged part of the backup fails the restore, but a damaged shared file does not.
 * @throws StartError with a message for the operator
 */
export async function restoreBackup(plan: RestorePlan): Promise<RestoredBackup> {
  rejectNestedFolders(plan.dir, plan.dataDir);
  const chosen = await chooseBackup(plan);
  migrationsOfBackup(chosen);
  findReplayArchive(plan, chosen);
  const building = claimDataFolder(plan.dataDir);
  try {
    await checkPart(plan.key, partLocation(chosen.copy, 'database'), chosen.manifest.database);
    await checkPart(plan.key, partLocation(chosen.copy, 'files'), chosen.manifest.fileList);
    const files = await listFilesToRestore(plan, chosen, plan.until !== null);
    const damaged = await restoreFiles(plan, files, path.join(building, 'files'));
    const missing = await restoreDatabase(plan, chosen, building, files);
    moveIntoDataFolder(building, plan.dataDir);
    return { ...chosen, missing, damaged };
  } catch (error) {
    deleteRestoredData(plan.dataDir);
    throw toOperatorError(error, plan.dataDir, 'Ahí no quedó nada de ella.');
  }
}
