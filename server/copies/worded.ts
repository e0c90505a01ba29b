import { StartError, errorCode } from '../base/start-error.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * A fault of the disk or of the database, with what the operator does about it; what has no code is a defect and stays what it is.
 * @param folder that is written to
 * @param left what is there afterwards
 */
export function worded(error: unknown, folder: string, left: string): unknown {
  const code = errorCode(error);
  if (error instanceof StartError || code === '') return error;
  return new StartError(
    FULL.has(code)
      ? `The disk of ${folder} is full (${code}): make room, and run it again. ${left}`
      : `It was broken off (${code}): see to it that the database works and that ${folder} can be read and written, and run it again. ${left}`,
    { cause: error },
  );
}
