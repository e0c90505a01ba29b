import fs from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { StartError, errorCode } from '../base/start-error.ts';
import { isProcessRunning } from '../database/embedded/cluster.ts';
import { type ChosenBackup, chooseBackup } from './chosen-backup.ts';
import {
  type ReferencedFile,
  type PendingEntrySummary,
  listReferencedFiles,
  findDatabaseDifferences,
  readPendingEntrySummary,
} from './database/facts.ts';
import { runAndStopServer } from './database/restored-cluster.ts';
import { connectionConfigOf, withClient } from './database/source.ts';
import { updateDamagedPaths } from './files/damaged.ts';
import { type PoolFile, runInParallel, isPoolFileIntact } from './files/pool.ts';
import { writeVerificationFile, partLocation, readFileList } from './folder.ts';
import { recordVerification } from './record.ts';
import { type RestorePlan, restoreAndStartServer } from './restore.ts';
import { checkPart } from './encryption/part.ts';
import { toOperatorError } from './operator-error.ts';

export type VerifyPlan = Omit<RestorePlan, 'until' | 'archiveDir'>;

export interface VerifiedBackup extends ChosenBackup {
  readonly at: Date;
  readonly rows: number;
  readonly files: number;
  readonly unlinked: PendingEntrySummary;
  /** Reason why the verification could not be recorded in the server's database; null when it was recorded. */
  readonly untold: string | null;
}

const SCRATCH_PREFIX = '.verify-';

/**
 * Creates the temporary folder of this verification inside the data folder, because the data folder has enough space for a
 * database. Deletes the temporary folders of killed verifications.
 */
function createScratchFolder(dataDir: string): string {
  fs.mkdirSync(dataDir, { recursive: true });
  for (const name of fs.readdirSync(dataDir).filter((found) => found.startsWith(SCRATCH_PREFIX))) {
    const pid = Number(name.slice(SCRATCH_PREFIX.length));
    // A folder with the id of this process was left by a killed verification: a new container uses the same process ids again.
    if (pid === process.pid || !isProcessRunning(pid))
      fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
  const scratch = path.join(dataDir, `${SCRATCH_PREFIX}${process.pid}`);
  fs.mkdirSync(scratch, { mode: 0o755 });
  return scratch;
}

interface InspectedDatabase {
  readonly named: ReferencedFile[];
  readonly unlinked: PendingEntrySummary;
}

async function restoreAndInspect(
  plan: RestorePlan,
  chosen: ChosenBackup,
  scratch: string,
): Promise<InspectedDatabase> {
  const { facts, kind } = chosen.manifest;
  const server = await restoreAndStartServer(plan, chosen, { folder: scratch, durable: false });
  const inspectDatabase = async (client: Client): Promise<InspectedDatabase> => {
    const problems = await findDatabaseDifferences(client, facts, kind === 'logical');
    if (problems.length > 0) throw brokenBackupError(chosen, problems);
    return { named: await listReferencedFiles(client), unlinked: await readPendingEntrySummary(client) };
  };
  return runAndStopServer(server, () => withClient(server.connection, inspectDatabase));
}

const MAX_LISTED_PROBLEMS = 5;

const formatBackupProblems = ({ copy }: ChosenBackup, problems: readonly string[]): string =>
  `${copy.name} no tiene lo que se copió (${problems.slice(0, MAX_LISTED_PROBLEMS).join('; ')}${problems.length > MAX_LISTED_PROBLEMS ? `; y ${problems.length - MAX_LISTED_PROBLEMS} más` : ''})`;

const brokenBackupError = (chosen: ChosenBackup, problems: readonly string[]): StartError =>
  new StartError(
    `${formatBackupProblems(chosen, problems)}: haz ya una copia nueva y conserva las anteriores.`,
  );

interface DamagedFilesResult {
  readonly paths: readonly string[];
  /** Error code when the list of damaged files could not be written for the next backup; '' when it was written. */
  readonly unnoted: string;
}

const damagedFilesError = (
  chosen: ChosenBackup,
  problems: readonly string[],
  { unnoted }: DamagedFilesResult,
): StartError =>
  new StartError(
    `${formatBackupProblems(chosen, problems)}: ${
      unnoted === ''
        ? 'haz ya una copia nueva'
        : `no se pudo anotar en ${chosen.copy.dir} cuáles son (${unnoted}), mueve esos archivos a otro lugar y haz ya una copia nueva`
    }, que sella de nuevo los archivos dañados que los datos todavía tienen, verifícala y conserva las anteriores.`,
  );

function findFileProblems(named: readonly ReferencedFile[], files: readonly PoolFile[]): string[] {
  const digests = new Map(files.map(({ storagePath, sha256 }) => [storagePath, sha256]));
  return named.flatMap(({ path: storagePath, sha256 }) => {
    const there = digests.get(storagePath);
    if (there === undefined) return [`falta el archivo ${storagePath}`];
    return sha256 !== null && sha256 !== there ? [`el archivo ${storagePath} no es el que dice su fila`] : [];
  });
}

/** Reads all files and writes the list of damaged files, which the next backup encrypts again. */
async function findAndRecordDamagedFiles(
  { dir, key, tell }: VerifyPlan,
  files: readonly PoolFile[],
): Promise<DamagedFilesResult> {
  const paths: string[] = [];
  let done = 0;
  await runInParallel(files, async (file) => {
    if (!(await isPoolFileIntact(dir, key, file))) paths.push(file.storagePath);
    tell(`  archivos: ${(done += 1)} de ${files.length}`);
  });
  const looked = files.map(({ storagePath }) => storagePath);
  try {
    await updateDamagedPaths(dir, key, looked, paths);
    return { paths: paths.sort(), unnoted: '' };
  } catch (error) {
    return { paths: paths.sort(), unnoted: errorCode(error) || 'UNKNOWN' };
  }
}

async function requireIntactFiles(
  plan: VerifyPlan,
  chosen: ChosenBackup,
  { named }: InspectedDatabase,
  files: readonly PoolFile[],
): Promise<void> {
  const damaged = await findAndRecordDamagedFiles(plan, files);
  const problems = [
    ...damaged.paths.map((name) => `el archivo ${name} está dañado o falta en la carpeta de las copias`),
    ...findFileProblems(named, files),
  ];
  if (damaged.paths.length > 0) throw damagedFilesError(chosen, problems, damaged);
  if (problems.length > 0) throw brokenBackupError(chosen, problems);
}

/**
 * Records the verification in the server's own database. Returns the reason when the database cannot be reached, for example
 * because it is on another machine or no server runs; otherwise null.
 */
async function recordVerificationOnServer(
  plan: VerifyPlan,
  { copy, manifest }: ChosenBackup,
  at: Date,
): Promise<string | null> {
  try {
    const connection = connectionConfigOf(plan.dataDir, plan.database);
    await withClient(connection, (client) => recordVerification(client, copy, manifest, at));
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/**
 * Restores a backup into a temporary folder and compares the result with the backed-up data.
 * @throws StartError with a message for the operator
 */
export async function verifyBackup(plan: VerifyPlan): Promise<VerifiedBackup> {
  const chosen = await chooseBackup({ ...plan, until: null });
  const { copy, manifest } = chosen;
  await checkPart(plan.key, partLocation(copy, 'database'), manifest.database);
  await checkPart(plan.key, partLocation(copy, 'files'), manifest.fileList);
  const files = await readFileList(plan.key, copy);
  const scratch = createScratchFolder(plan.dataDir);
  let found: InspectedDatabase;
  try {
    // The database is deleted after the verification, so warnings about its performance are irrelevant.
    const warn = () => undefined;
    found = await restoreAndInspect({ ...plan, until: null, archiveDir: null, warn }, chosen, scratch);
    await requireIntactFiles(plan, chosen, found, files);
  } catch (error) {
    throw toOperatorError(error, plan.dataDir, 'La copia está como estaba.');
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
  const at = new Date();
  await writeVerificationFile(copy, at);
  const rows = Object.values(manifest.facts.counts).reduce((sum, count) => sum + count, 0);
  const { unlinked } = found;
  return {
    ...chosen,
    at,
    rows,
    files: files.length,
    unlinked,
    untold: await recordVerificationOnServer(plan, chosen, at),
  };
}
