import { hasRoom } from '../../base/free-space.ts';
import { StartError } from '../../base/start-error.ts';

/** Two segments of the log. A copy begins with a checkpoint, and a server that finds no room for one ends. */
const NEEDED_BYTES = 32 * 1024 * 1024;

/** @throws StartError where the embedded server would not outlive the beginning of a copy */
export function requireRoom(dataDir: string): void {
  if (!hasRoom(dataDir, NEEDED_BYTES))
    throw new StartError(
      `El disco de ${dataDir} está lleno: libera espacio y repite esto. Sin lugar para empezar una copia la base de datos se detendría.`,
    );
}
