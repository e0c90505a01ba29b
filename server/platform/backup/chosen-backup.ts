import { StartError } from '../base/start-error.ts';
import { POSTGRES_MAJOR_VERSION } from '../database/embedded/cluster.ts';
import { type Migration, migrations, rejectDifferentMigration } from '../database/start/migrate.ts';
import { type BackupLocation, type Manifest, listBackups, partLocation, readManifest } from './folder.ts';
import type { BackupKey } from './encryption/key.ts';
import { readPartKeyId } from './encryption/part.ts';

export interface BackupChoice {
  readonly dir: string;
  readonly key: BackupKey;
  /** Folder name of a backup; null for the newest. */
  readonly name: string | null;
  /** Time before which the backup must have finished; null for any time. */
  readonly until: Date | null;
  /**
   * Receives a message when a newer backup is skipped, because the header of its manifest, which contains the key id, is
   * unreadable.
   */
  readonly warn: (sentence: string) => void;
}

export interface ChosenBackup {
  readonly copy: BackupLocation;
  readonly manifest: Manifest;
}

/**
 * Returns the backup to read.
 * @throws StartError when no backup matches or the named backup does not exist
 */
export async function chooseBackup({ dir, key, name, until, warn }: BackupChoice): Promise<ChosenBackup> {
  const copies = listBackups(dir);
  const named = copies.find((copy) => copy.name === name);
  if (name !== null && !named)
    throw new StartError(
      `No hay una copia ${name} en ${dir}: ${copies[0] ? `la más nueva es ${copies[0].name}` : 'no hay ninguna'}.`,
    );
  const wanted = named ? [named] : await listBackupsOfKeyOrAll(copies, key, warn);
  for (const copy of wanted) {
    const manifest = await readManifest(key, copy);
    if (until === null || new Date(manifest.finishedAt) <= until) return { copy, manifest };
  }
  throw new StartError(
    until === null
      ? `No hay una copia completa en ${dir}: revisa el nombre de la carpeta y que su disco esté conectado.`
      : `Ninguna copia de ${dir} terminó antes de ${until.toISOString()}: elige un momento posterior.`,
  );
}

const formatSkippedBackup = (name: string): string =>
  `${name} es más nueva y no se puede leer su índice (${name}/manifest): se usa una anterior. Averigua qué le pasó, o indica cuál con --copy NOMBRE.`;

/**
 * Returns the backups with this key. If no backup has this key, returns all backups, so that the error can name the key that is
 * needed.
 */
async function listBackupsOfKeyOrAll(
  copies: readonly BackupLocation[],
  key: BackupKey,
  warn: BackupChoice['warn'],
): Promise<readonly BackupLocation[]> {
  const own: BackupLocation[] = [];
  const unreadable: string[] = [];
  for (const copy of copies) {
    const encryptedWith = await readPartKeyId(partLocation(copy, 'manifest'));
    if (encryptedWith === key.id) own.push(copy);
    if (encryptedWith === null && own.length === 0) unreadable.push(copy.name);
  }
  // Unreadable backups that are older than the chosen one are not reported, because they could not have been chosen.
  if (own.length > 0) for (const name of unreadable) warn(formatSkippedBackup(name));
  return own.length > 0 ? own : copies;
}

/**
 * Returns the migrations with which the backup was made.
 * @throws StartError when this program does not know one of them, or cannot start the PostgreSQL version of the backup
 */
export function migrationsOfBackup({ copy, manifest }: ChosenBackup): readonly Migration[] {
  const { facts, kind, postgres, program } = manifest;
  for (const [index, applied] of facts.migrations.entries())
    rejectDifferentMigration(applied, migrations[index]);
  if (kind === 'embedded' && String(postgres) !== POSTGRES_MAJOR_VERSION)
    throw new StartError(
      `${copy.name} es de PostgreSQL ${postgres} y este programa trae el ${POSTGRES_MAJOR_VERSION}: restáurala con la versión ${program} de este programa, haz allá una copia con --logical y restaura esa aquí.`,
    );
  return migrations.slice(0, facts.migrations.length);
}
