import { createHash, randomBytes } from 'node:crypto';

const DAY_MS = 24 * 60 * 60_000;

/**
 * A session ends when nobody used it for a week, and thirty days after the sign-in whoever uses it (docs/security.md). A
 * tablet that finds it ended asks for the password in place and loses nothing (S9).
 */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const SESSION_MAX_MS = 30 * DAY_MS;
/** A session slides on at most this often: one write an hour, not one a request. */
export const SESSION_SLIDE_MS = 60 * 60_000;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
