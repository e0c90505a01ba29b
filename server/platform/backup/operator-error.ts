import { StartError, errorCode, isFullDiskCode } from '../base/start-error.ts';
import { FilesUnavailable } from '../files/store.ts';

/**
 * Converts an error of the disk, the bucket or the database into a message with instructions for the operator. Returns an error
 * without a code unchanged, because it is a programming error.
 * @param folder folder in which the write failed
 * @param left sentence that states which data remain after the failure
 */
export function toOperatorError(error: unknown, folder: string, left: string): unknown {
  const code = errorCode(error);
  if (error instanceof StartError || code === '') return error;
  return new StartError(`${explainError(error, code, folder)} ${left}`, { cause: error });
}

function explainError(error: unknown, code: string, folder: string): string {
  if (error instanceof FilesUnavailable)
    return `El bucket no responde (${errorCode(error.cause) || code}): repite esto cuando responda.`;
  if (isFullDiskCode(code))
    return `El disco de ${folder} está lleno (${code}): libera espacio y repite esto.`;
  return `Se interrumpió (${code}): comprueba que la base de datos funcione y que se pueda leer y escribir en ${folder}, y repite esto.`;
}
