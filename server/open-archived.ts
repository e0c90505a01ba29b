import {
  POSTGRES_ARCHIVE_SETTINGS,
  Archiver,
  type ArchiveFailure,
  POSTGRES_NO_ARCHIVE_SETTINGS,
} from './platform/backup/archive/archiver.ts';
import { requireBackupKey } from './platform/backup/encryption/key.ts';
import type { Config } from './configuration/config.ts';
import { type IncidentHandlers, type OpenDatabase, openDatabase } from './platform/database/start/open.ts';

type ArchiveConfig = Pick<Config, 'dataDir' | 'database' | 'databasePool' | 'archiveDir' | 'backupKeyFile'>;

export interface DatabaseWithArchiving extends OpenDatabase {
  /**
   * Returns the reason why the write-ahead log does not reach ARCHIVE_DIR; null when it does. The property is null if this
   * program archives nothing.
   */
  readonly behind: (() => ArchiveFailure | null) | null;
}

const formatArchiveFailure = ({ code, sentence }: ArchiveFailure): string =>
  sentence === null
    ? `Nada llega a ARCHIVE_DIR (${code}): libera espacio o repárala, o se llena el disco de los datos.`
    : `Nada llega a ARCHIVE_DIR, y el disco de los datos se va llenando. ${sentence}`;

/**
 * Opens the configured database. With ARCHIVE_DIR, archives its write-ahead log until it is closed.
 * @throws StartError with a message for the operator
 */
export async function openDatabaseWithArchiving(
  config: ArchiveConfig,
  incidents: IncidentHandlers,
): Promise<DatabaseWithArchiving> {
  const { archiveDir, backupKeyFile, dataDir, database, databasePool } = config;
  if (database.kind === 'external') return { ...(await openDatabase(config, incidents)), behind: null };
  const opened = (settings: readonly string[]) =>
    openDatabase({ dataDir, databasePool, database: { ...database, settings } }, incidents);
  if (archiveDir === null) return { ...(await opened(POSTGRES_NO_ARCHIVE_SETTINGS)), behind: null };
  const reportArchiveBehind = (behind: ArchiveFailure) =>
    incidents.archiveBehind?.(formatArchiveFailure(behind));
  const archiver = new Archiver({
    dataDir,
    archiveDir,
    key: requireBackupKey(backupKeyFile),
    onBehind: reportArchiveBehind,
  });
  const open = await opened(POSTGRES_ARCHIVE_SETTINGS);
  archiver.start();
  const close = async () => {
    await open.close();
    await archiver.stop();
  };
  return { ...open, close, behind: () => archiver.behind };
}
