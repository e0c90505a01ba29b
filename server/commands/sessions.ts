import { and, eq, lt, ne } from 'drizzle-orm';
import { SESSION_MS, hashToken, newToken } from '../access/session-token.ts';
import type { Executor, Transaction } from '../database/client.ts';
import { sessions, users } from '../database/schema.ts';

/** Opens a session for the user in their own branch and answers its token, which is kept nowhere. */
export async function openSession(
  tx: Transaction,
  user: { id: string; branchId: string | null },
  now: Date,
): Promise<string> {
  const token = newToken();
  await tx.delete(sessions).where(and(eq(sessions.userId, user.id), lt(sessions.expiresAt, now)));
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId: user.id,
    activeBranchId: user.branchId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  });
  await tx.update(users).set({ lastLoginAt: now }).where(eq(users.id, user.id));
  return token;
}

export async function closeSession(db: Executor, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));
}

/** Ends the user's sessions, all but the one of `keptHash` where one is given. */
export async function closeSessionsOf(tx: Transaction, userId: string, keptHash?: Buffer): Promise<void> {
  const others = keptHash && ne(sessions.tokenHash, keptHash);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/** Moves the session's end thirty days from now. */
export async function slideSession(db: Executor, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: new Date(now.getTime() + SESSION_MS) })
    .where(eq(sessions.tokenHash, tokenHash));
}
