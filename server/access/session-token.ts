import { createHash, randomBytes } from 'node:crypto';

const DAY_MS = 24 * 60 * 60_000;

/**
 * A session ends after a week without use, and thirty days after the sign-in in any case (docs/reference/security.md). A tablet whose
 * session has ended prompts for the password in place and loses nothing (S9).
 */
export const SESSION_IDLE_MS = 7 * DAY_MS;
export const SESSION_MAX_MS = 30 * DAY_MS;
/** Minimum interval between extensions of a session: one write an hour instead of one for each request. */
export const SESSION_SLIDE_MS = 60 * 60_000;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
