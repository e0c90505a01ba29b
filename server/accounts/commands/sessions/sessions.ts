import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import type { AccountEventContext } from '../../../platform/access/account.ts';
import {
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  hashToken,
  newToken,
} from '../../../platform/access/session-token.ts';
import type { Executor, Transaction } from '../../../platform/database/connection/client.ts';
import { sessions, users } from '../../../schema/accounts/accounts.ts';

/**
 * Time and device of a new session, and the device key that must sign its requests; the key is null for a session that has only
 * a cookie (S26).
 */
export interface NewSessionContext extends AccountEventContext {
  readonly deviceKey: Buffer | null;
}

/**
 * Opens a session with the user's own branch as active branch. Returns the session's token, of which the database stores only a
 * hash.
 */
export async function openSession(
  tx: Transaction,
  user: { id: string; branchId: string | null },
  { at: now, deviceKey }: NewSessionContext,
): Promise<string> {
  const token = newToken();
  await tx.delete(sessions).where(and(eq(sessions.userId, user.id), lt(sessions.expiresAt, now)));
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId: user.id,
    activeBranchId: user.branchId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
    deviceKey,
  });
  await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, user.id));
  return token;
}

export async function closeSession(db: Executor, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

export async function closeSessionsOf(tx: Transaction, userId: string, keptHash?: Buffer): Promise<void> {
  const others = keptHash && ne(sessions.tokenHash, keptHash);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/**
 * S26: binds the session to a device key, which must sign all further requests of the session. Does not change a session that
 * already has a key.
 */
export async function bindSession(db: Executor, tokenHash: Buffer, deviceKey: Buffer): Promise<void> {
  await db
    .update(sessions)
    .set({ deviceKey })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.deviceKey)));
}

/** Replaces the session's token and returns the new one, so that stolen copies of the old token become useless. */
export async function renewSessionToken(tx: Transaction, tokenHash: Buffer): Promise<string> {
  const token = newToken();
  await tx
    .update(sessions)
    .set({ tokenHash: hashToken(token) })
    .where(eq(sessions.tokenHash, tokenHash));
  return token;
}

/** Extends the end of a used session, at most to SESSION_MAX_MS after the sign-in. */
export async function extendSession(db: Executor, tokenHash: Buffer, now: Date): Promise<void> {
  const idleEnd = new Date(now.getTime() + SESSION_IDLE_MS).toISOString();
  const lastEnd = sql`${sessions.createdAt} + make_interval(secs => ${SESSION_MAX_MS / 1000})`;
  await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: sql`least(${idleEnd}::timestamptz, ${lastEnd})` })
    .where(eq(sessions.tokenHash, tokenHash));
}
