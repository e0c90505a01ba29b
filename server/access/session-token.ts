import { createHash, randomBytes } from 'node:crypto';

export const SESSION_COOKIE = 'ventanilla_session';
export const SESSION_MS = 30 * 24 * 60 * 60_000;
/** A session slides on at most this often: one write an hour, not one a request. */
export const SESSION_SLIDE_MS = 60 * 60_000;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
