import { createHash, randomBytes } from 'node:crypto';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Time without a request after which a session ends. A session also ends thirty days after the sign-in
 * (docs/reference/security.md). The tablet then prompts for the password on the current screen and loses nothing (S9).
 */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const SESSION_MAX_MS = 30 * DAY_MS;
/** Minimum time between two extensions of a session, so that the server writes once an hour and not with each request. */
export const SESSION_EXTENSION_INTERVAL_MS = 60 * 60_000;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
