/** Error that prevents the server's start and that the operator can fix. The message is one sentence that states the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Returns the `code` of a system or database error ('EACCES', '57P01'); '' if the error has no code. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export const INSUFFICIENT_PRIVILEGE = '42501';

const FULL_DISK_CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
export const isFullDiskCode = (code: string): boolean => FULL_DISK_CODES.has(code);
