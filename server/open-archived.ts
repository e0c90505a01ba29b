import { ARCHIVE_SETTINGS, Archiver, NO_ARCHIVE_SETTINGS } from './copies/archive/archiver.ts';
import { requireKey } from './copies/sealed/key.ts';
import type { Config } from './config.ts';
import { type Incidents, type OpenDatabase, openDatabase } from './database/start/open.ts';

type Asked = Pick<Config, 'dataDir' | 'database' | 'databasePool' | 'archiveDir' | 'backupKeyFile'>;

/**
 * The database of the configuration, and with ARCHIVE_DIR what brings its log there as long as it is open.
 * @throws StartError with a sentence for the operator
 */
export async function openArchived(config: Asked, incidents: Incidents): Promise<OpenDatabase> {
  const { archiveDir, backupKeyFile, dataDir, database, databasePool } = config;
  if (database.kind === 'external') return openDatabase(config, incidents);
  const opened = (settings: readonly string[]) =>
    openDatabase({ dataDir, databasePool, database: { ...database, settings } }, incidents);
  if (archiveDir === null) return opened(NO_ARCHIVE_SETTINGS);
  const onBehind = incidents.archiveBehind ?? (() => undefined);
  const archiver = new Archiver({ dataDir, archiveDir, key: requireKey(backupKeyFile), onBehind });
  const open = await opened(ARCHIVE_SETTINGS);
  archiver.start();
  const close = async () => {
    await open.close();
    await archiver.stop();
  };
  return { ...open, close };
}
