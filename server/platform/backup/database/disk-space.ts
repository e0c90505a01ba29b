import { hasFreeSpace } from '../../base/free-space.ts';
import { StartError } from '../../base/start-error.ts';

/**
 * Size of two segments of the write-ahead log. A backup begins with a checkpoint, and PostgreSQL exits when it lacks space for
 * the checkpoint.
 */
const MIN_BACKUP_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Checks the free space of the disk before a backup.
 * @throws StartError when the disk lacks the space that the embedded PostgreSQL needs to keep running at the start of the
 * backup
 */
export function requireSpaceForBackup(dataDir: string): void {
  if (!hasFreeSpace(dataDir, MIN_BACKUP_FREE_BYTES))
    throw new StartError(
      `El disco de ${dataDir} está lleno: libera espacio y repite esto. Sin lugar para empezar una copia la base de datos se detendría.`,
    );
}
