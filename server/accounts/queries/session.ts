import { and, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Permission } from '#contract/vocabulary.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { sessions, userPermissions, users } from '../../schema/accounts/accounts.ts';
import { branches } from '../../schema/catalogs.ts';

export interface LiveSession {
  readonly actor: Actor;
  readonly lastSeenAt: Date;
  /**
   * Thumbprint of the key with which the device must sign each request of the session, in addition to the cookie. Null for a
   * session without a key (S26).
   */
  readonly deviceKey: Buffer | null;
}

const homeBranch = alias(branches, 'home');
const activeBranch = alias(branches, 'chosen');
const sessionPermissionsSql = sql<
  Permission[]
>`coalesce((select array_agg(${userPermissions.permission} order by ${userPermissions.permission})
  from ${userPermissions} where ${userPermissions.userId} = ${users.id}), '{}')`;

const sessionStatement = cachePreparedStatement((db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      permissions: sessionPermissionsSql,
      homeBranchId: homeBranch.id,
      chosenBranchId: activeBranch.id,
      lastSeenAt: sessions.lastSeenAt,
      deviceKey: sessions.deviceKey,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.status, 'active')))
    .leftJoin(homeBranch, and(eq(homeBranch.id, users.branchId), eq(homeBranch.is_active, true)))
    .leftJoin(
      activeBranch,
      and(eq(activeBranch.id, sessions.activeBranchId), eq(activeBranch.is_active, true)),
    )
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('find_session'),
);

/**
 * Returns the session with that token hash. Returns null when the session is unknown or has ended, or its user is not active.
 */
export async function findSession(db: Executor, tokenHash: Buffer, now: Date): Promise<LiveSession | null> {
  const [row] = await sessionStatement(db).execute({ tokenHash, now });
  if (!row) return null;
  const { chosenBranchId, lastSeenAt, deviceKey, ...user } = row;
  // Only users with user_management may act for another branch. All other users act for their own branch, even when their
  // branch changes during the session.
  const activeBranchId = user.permissions.includes('user_management') ? chosenBranchId : user.homeBranchId;
  const isDeviceBound = deviceKey !== null;
  return { actor: { ...user, activeBranchId, tokenHash, isDeviceBound }, lastSeenAt, deviceKey };
}
