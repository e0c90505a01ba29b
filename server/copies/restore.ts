import fs from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { StartError, errorCode } from '../base/start-error.ts';
import { RESTORING } from '../database/embedded/cluster.ts';
import type { DatabaseConfig } from '../database/start/open.ts';
import { type Archive, requireArchive } from './archive/segments.ts';
import { refuseOneInTheOther } from './backup.ts';
import { type ChosenCopy, chooseCopy, schemaOf } from './chosen-copy.ts';
import { namedFiles, problemsOfDatabase } from './database/facts.ts';
import { loadLogicalCopy } from './database/logical-copy.ts';
import {
  type RestoredServer,
  gunzipped,
  makeCluster,
  restoreCluster,
  serverAfter,
  thenStopped,
} from './database/restored-cluster.ts';
import { withClient } from './database/source.ts';
import { type CopiedFile, inParallel, readFile } from './files/pool.ts';
import { type Manifest, digestsOf, listCopies, partOf, readFileList } from './folder.ts';
import { beginLife } from './record.ts';
import type { CopyKey } from './sealed/key.ts';
import { checkPart, readPart, sealedWith, writeWhole } from './sealed/part.ts';
import { worded } from './worded.ts';

export interface RestorePlan {
  readonly dir: string;
  readonly key: CopyKey;
  /** One copy's folder; null for the newest. */
  readonly name: string | null;
  /** Brings the embedded database on to this moment, by the archived segments. */
  readonly until: Date | null;
  readonly archiveDir: string | null;
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  /** Lines of progress, of which some may be passed over. */
  readonly tell: (line: string) => void;
  /** What the operator has to know although all went well. */
  readonly warn: (sentence: string) => void;
}

/** What came of it. */
export interface Restored extends ChosenCopy {
  /** Files that rows name and no copy has: their rows were written after the last copy. */
  readonly missing: readonly string[];
  /** Files that the folder of copies has no longer as they were sealed, or not at all; they were left out. */
  readonly damaged: readonly string[];
}

/**
 * Takes an empty data folder for itself. What is restored is built below `.restoring`, without which no provider starts there,
 * and put into place at the end.
 */
function occupy(dataDir: string): string {
  const building = path.join(dataDir, RESTORING);
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    const there = inTheWay(dataDir);
    // Of two at once one makes it.
    if (there.length === 0) fs.mkdirSync(building, { mode: 0o755 });
    else throw occupied(dataDir, there);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    if (errorCode(cause) === 'EEXIST') throw occupied(dataDir, [RESTORING], cause);
    throw new StartError(
      `No se puede escribir en la carpeta de datos ${dataDir} (${errorCode(cause)}): elige otro DATA_DIR o cambia su dueño.`,
      { cause },
    );
  }
  return building;
}

/** What a disk of its own has at its top, for pieces that a check of it finds: nobody's data. */
const OF_THE_DISK = 'lost+found';
const inTheWay = (dataDir: string): string[] =>
  fs
    .readdirSync(dataDir)
    .filter((name) => name !== OF_THE_DISK)
    .sort();

const SHOWN = 3;
function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `ahí ${names.length === 1 ? 'está' : 'están'} ${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

const occupied = (dataDir: string, there: readonly string[], cause?: unknown): StartError =>
  new StartError(
    there.includes(RESTORING)
      ? `Ya hay otra restauración en ${dataDir}, que sigue o quedó a medias: espérala, o vacía la carpeta y repite esto.`
      : `La carpeta de datos ${dataDir} no está vacía y una restauración no sobrescribe nada (${listed(there)}): elige otro DATA_DIR o mueve lo que hay ahí a otro lugar.`,
    { cause },
  );

/** All of the copy's files; for a later moment those of every copy, as rows that were written after this one may name them. */
async function filesFor(
  { dir, key }: RestorePlan,
  { copy }: ChosenCopy,
  isLater: boolean,
): Promise<CopiedFile[]> {
  const files = new Map(digestsOf(await readFileList(key, copy)));
  if (isLater)
    for (const other of listCopies(dir))
      if ((await sealedWith(partOf(other, 'manifest'))) === key.id)
        for (const [storagePath, digest] of digestsOf(await readFileList(key, other)))
          files.set(storagePath, digest);
  return [...files].map(([storagePath, digest]) => ({ storagePath, ...digest }));
}

/** @returns false where it is damaged or missing; nothing of it is there then */
async function restoreFile({ dir, key }: RestorePlan, file: CopiedFile, folder: string): Promise<boolean> {
  try {
    await writeWhole({ root: folder, file: path.join(folder, file.storagePath) }, readFile(dir, key, file));
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

/** All copies share them: one that is damaged must not keep everything else away. @returns the paths of those that were left out */
async function restoreFiles(
  plan: RestorePlan,
  files: readonly CopiedFile[],
  folder: string,
): Promise<string[]> {
  fs.mkdirSync(folder, { mode: 0o700 });
  const damaged: string[] = [];
  let done = 0;
  await inParallel(files, async (file) => {
    if (!(await restoreFile(plan, file, folder))) damaged.push(file.storagePath);
    plan.tell(`  archivos: ${(done += 1)} de ${files.length}`);
  });
  return damaged.sort();
}

/** Where the segments after the copy lie. @throws StartError where there are none */
function archiveOf({ until, archiveDir }: RestorePlan, { copy, manifest }: ChosenCopy): Archive | null {
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
  requireArchive(archive);
  return archive;
}

/** The embedded server on the copy, below `folder`. Logical copies are loaded into a new cluster. @throws StartError */
export async function openCopy(
  plan: RestorePlan,
  chosen: ChosenCopy,
  place: { readonly folder: string; readonly durable: boolean },
): Promise<RestoredServer> {
  const { key, until, tell, warn } = plan;
  const schema = schemaOf(chosen);
  const archive = archiveOf(plan, chosen);
  const database = partOf(chosen.copy, 'database');
  tell('  base de datos');
  if (chosen.manifest.kind === 'embedded')
    return restoreCluster(
      place,
      readPart(key, database),
      until && archive && { moment: until, key, archive },
    );
  const server = await makeCluster(place);
  const { connection } = server;
  const source = gunzipped(readPart(key, database));
  return serverAfter(server, () =>
    loadLogicalCopy({ connection, schema, source, warn }, async () => undefined),
  );
}

/** @throws StartError where what came out is not what was copied. @returns the files that rows name and that are not there */
async function compare(client: Client, manifest: Manifest, files: readonly CopiedFile[]): Promise<string[]> {
  const problems = await problemsOfDatabase(client, manifest.facts, manifest.kind === 'logical');
  if (problems.length > 0)
    throw new StartError(
      `La base de datos restaurada no es la que se copió (${problems.join('; ')}): usa otra copia (--copy NOMBRE).`,
    );
  const there = new Set(files.map(({ storagePath }) => storagePath));
  return (await namedFiles(client)).map(({ path: named }) => named).filter((named) => !there.has(named));
}

async function restoreDatabase(
  plan: RestorePlan,
  chosen: ChosenCopy,
  building: string,
  files: readonly CopiedFile[],
) {
  const { manifest, copy } = chosen;
  const look = async (client: Client) => {
    const missing = await compare(client, manifest, files);
    await beginLife(client, manifest);
    return missing;
  };
  if (plan.database.kind === 'embedded') {
    const server = await openCopy(plan, chosen, { folder: building, durable: true });
    return thenStopped(server, () => withClient(server.connection, look));
  }
  if (manifest.kind === 'embedded')
    throw new StartError(
      `${copy.name} es de la base de datos incluida: restáurala sin DATABASE_URL, o usa una copia hecha con --logical.`,
    );
  archiveOf(plan, chosen);
  plan.tell('  base de datos');
  const connection = { connectionString: plan.database.url };
  const source = gunzipped(readPart(plan.key, partOf(copy, 'database')));
  return loadLogicalCopy({ connection, schema: schemaOf(chosen), source, warn: plan.warn }, look);
}

/** The database last: as long as one of them is not there `.restoring` is. */
function putIntoPlace(building: string, dataDir: string): void {
  for (const name of ['files', 'postgres.log', 'postgres'])
    if (fs.existsSync(path.join(building, name)))
      fs.renameSync(path.join(building, name), path.join(dataDir, name));
  fs.rmSync(building, { recursive: true });
}

function emptyAgain(dataDir: string): void {
  for (const name of ['files', 'postgres.log', 'postgres', RESTORING])
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
}

/**
 * Restores a copy into an empty data folder, and with DATABASE_URL into an empty database. Nothing of it is there where it fails:
 * where a part of the copy is damaged, not where a shared file is.
 * @throws StartError with a sentence for the operator
 */
export async function restore(plan: RestorePlan): Promise<Restored> {
  refuseOneInTheOther(plan.dir, plan.dataDir);
  const chosen = await chooseCopy(plan);
  schemaOf(chosen);
  archiveOf(plan, chosen);
  const building = occupy(plan.dataDir);
  try {
    await checkPart(plan.key, partOf(chosen.copy, 'database'), chosen.manifest.database);
    await checkPart(plan.key, partOf(chosen.copy, 'files'), chosen.manifest.fileList);
    const files = await filesFor(plan, chosen, plan.until !== null);
    const damaged = await restoreFiles(plan, files, path.join(building, 'files'));
    const missing = await restoreDatabase(plan, chosen, building, files);
    putIntoPlace(building, plan.dataDir);
    return { ...chosen, missing, damaged };
  } catch (error) {
    emptyAgain(plan.dataDir);
    throw worded(error, plan.dataDir, 'Ahí no quedó nada de ella.');
  }
}
