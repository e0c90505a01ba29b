/** The server cannot start for a reason that the operator can fix. The message is one sentence that states the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns the `code` of a system or database error ('EACCES', '57P03'), or '' if it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** SQLSTATE when the database user lacks a privilege. */
export const INSUFFICIENT_PRIVILEGE = '42501';

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** Returns whether the error means a full disk, of the server or of the database. */
export const isFullDisk = (code: string): boolean => FULL.has(code);
