/** A start that cannot go on for a reason the operator can mend. The message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The `code` of a system or database error ('EACCES', '57P03'), or '' where there is none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Of the database's user. */
export const INSUFFICIENT_PRIVILEGE = '42501';

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** Of a disk, or of the one that the database lies on. */
export const isFullDisk = (code: string): boolean => FULL.has(code);
