import {
  INSUFFICIENT_PRIVILEGE,
  StartError,
  errorCode,
  isFullDiskCode,
} from './platform/base/start-error.ts';
import type { Config } from './configuration/config.ts';

/**
 * Converts an error of the disk or the database during the start into a StartError with instructions for the operator. Returns
 * any other error unchanged.
 */
export function toStartError(
  cause: unknown,
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
): unknown {
  const code = errorCode(cause);
  if (cause instanceof StartError) return cause;
  if (isFullDiskCode(code))
    return new StartError(
      `El disco de ${database.kind === 'embedded' ? dataDir : 'la base de datos'} está lleno (${code}): libera espacio e inicia de nuevo.`,
      { cause },
    );
  if (code === INSUFFICIENT_PRIVILEGE)
    return new StartError(
      `El usuario de DATABASE_URL no puede crear tablas (${code}): hazlo dueño de su base de datos e inicia de nuevo.`,
      { cause },
    );
  return cause;
}
