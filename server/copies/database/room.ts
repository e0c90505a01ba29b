import { hasFreeSpace } from '../../base/free-space.ts';
import { StartError } from '../../base/start-error.ts';

/** Size of two WAL segments. A backup begins with a checkpoint, and a server without space for a checkpoint exits. */
const NEEDED_BYTES = 32 * 1024 * 1024;

/**
 * Checks the free disk space before a backup.
 * @throws StartError when the embedded server would not survive the start of a backup
 */
export function requireDiskSpace(dataDir: string): void {
  if (!hasFreeSpace(dataDir, NEEDED_BYTES))
    throw new StartError(
      `El disco de ${dataDir} está lleno: libera espacio y repite esto. Sin lugar para empezar una copia la base de datos se detendría.`,
    );
}
