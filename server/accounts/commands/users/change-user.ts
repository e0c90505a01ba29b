import { eq, sql } from 'drizzle-orm';
import type { UserStatusBody } from '#contract/records/people/users.ts';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { AuditContext } from '../../../platform/access/audit-context.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { userPermissions, users } from '../../../schema/accounts/accounts.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { type FoundUser, findUser } from '../../queries/users.ts';
import { insertPermissions } from './add-user.ts';
import {
  lockAdministrators,
  lockAndRequireAdministrator,
  requireOtherAdministrator,
} from './administrators.ts';
import { requireAssignableBranch } from './assignable-branch.ts';
import { type UserRow, lockUser } from '../sessions/lock-user.ts';
import { voidTokensAndWithdrawMails } from '../sessions/one-time-tokens.ts';
import { type ActivityEntry, recordActivity } from '../../../audit/index.ts';
import { type IfMatch, requireCurrentRevision } from '../../../platform/base/row-revision.ts';
import { closeSessionsOf } from '../sessions/sessions.ts';

export type ActorAuditContext = AuditContext & { readonly actor: Actor };

export interface UserChangeContext {
  readonly trace: ActorAuditContext;
  readonly userId: string;
  readonly ifMatch: IfMatch;
}

type UserColumnUpdate = Partial<Pick<UserRow, 'status' | 'statusReason' | 'branchId'>>;

/**
 * Raises the user's revision, sets the new state and writes the log entry. Must be the last step in the transaction of every
 * change.
 */
export async function concludeUserChange(
  tx: Transaction,
  { trace, userId }: UserChangeContext,
  state: UserColumnUpdate,
  { action, detail }: ActivityEntry,
): Promise<FoundUser> {
  await tx
    .update(users)
    .set({ ...state, revision: sql`${users.revision} + 1`, updatedAt: trace.at })
    .where(eq(users.id, userId));
  const user = await loadUser(tx, userId);
  await recordActivity(tx, trace, { action, detail: { user_id: userId, ...detail } });
  return user;
}

export async function loadUser(tx: Transaction, userId: string): Promise<FoundUser> {
  const user = await findUser(tx, userId);
  if (!user) throw new Error('A locked user no longer exists');
  return user;
}

/**
 * Suspends an active user, or activates a suspended or invited one. A suspension ends the user's sessions and voids the user's
 * links.
 * @throws forbidden, not_found, status_unchanged, self_lockout, last_administrator, precondition_failed
 */
export async function setUserStatus(
  tx: Transaction,
  change: UserChangeContext,
  { status, reason }: UserStatusBody,
): Promise<FoundUser> {
  const { trace, userId, ifMatch } = change;
  const suspends = status === 'suspended';
  await (suspends ? lockAdministrators(tx) : lockAndRequireAdministrator(tx, trace.actor));
  const user = await lockUser(tx, userId);
  if (suspends !== (user.status === 'active'))
    throw new AppError(
      'status_unchanged',
      suspends ? 'Solo se suspende a un usuario activo.' : 'El usuario ya está activo.',
    );
  if (suspends)
    await requireOtherAdministrator(tx, trace.actor, {
      userId,
      selfMessage: 'No puedes suspender tu propia cuenta.',
    });
  requireCurrentRevision(user, ifMatch);
  if (suspends) {
    await voidTokensAndWithdrawMails(tx, userId, trace.at);
    await closeSessionsOf(tx, userId);
  }
  return concludeUserChange(
    tx,
    change,
    { status, statusReason: suspends ? (reason ?? null) : null },
    { action: 'user_status_changed', detail: { from: user.status, to: status } },
  );
}

async function permissionsOf(tx: Transaction, userId: string): Promise<Permission[]> {
  const rows = await tx
    .select({ permission: userPermissions.permission })
    .from(userPermissions)
    .where(eq(userPermissions.userId, userId));
  const held = rows.map(({ permission }) => permission);
  return PERMISSIONS.filter((permission) => held.includes(permission));
}

/**
 * Replaces the user's permissions. Open sessions use the new permissions from their next request on.
 * @throws forbidden, not_found, self_lockout, last_administrator, precondition_failed
 */
export async function setUserPermissions(
  tx: Transaction,
  change: UserChangeContext,
  wanted: readonly Permission[],
): Promise<FoundUser> {
  const { trace, userId, ifMatch } = change;
  await lockAdministrators(tx);
  const user = await lockUser(tx, userId);
  const held = await permissionsOf(tx, userId);
  if (!held.includes('user_management') || wanted.includes('user_management'))
    await lockAndRequireAdministrator(tx, trace.actor);
  else
    await requireOtherAdministrator(tx, trace.actor, {
      userId,
      selfMessage: 'No puedes quitarte a ti mismo la gestión de usuarios.',
    });
  // A request with the permissions that the user already has succeeds, so that the administrator's device can retry a change
  // after a lost response (RFC 9110 13.1.1).
  if (held.join() === PERMISSIONS.filter((permission) => wanted.includes(permission)).join())
    return loadUser(tx, userId);
  requireCurrentRevision(user, ifMatch);
  await tx.delete(userPermissions).where(eq(userPermissions.userId, userId));
  await insertPermissions(tx, userId, wanted);
  return concludeUserChange(
    tx,
    change,
    {},
    { action: 'user_permissions_changed', detail: { from: held, to: wanted } },
  );
}

/**
 * Moves the user to a branch; null removes the user from the branch. Allowed only in global mode (P6).
 * @throws branch_forbidden with an active branch, forbidden, not_found, validation_failed for a missing or inactive branch,
 * precondition_failed
 */
export async function setUserBranch(
  tx: Transaction,
  change: UserChangeContext,
  branchId: string | null,
): Promise<FoundUser> {
  const { trace, userId, ifMatch } = change;
  if (trace.actor.activeBranchId !== null)
    throw new AppError(
      'branch_forbidden',
      'La sede de un usuario se cambia en modo global, sin sede activa.',
    );
  await lockAndRequireAdministrator(tx, trace.actor);
  const user = await lockUser(tx, userId);
  if (user.branchId === branchId) return loadUser(tx, userId);
  await requireAssignableBranch(tx, trace.actor, branchId);
  requireCurrentRevision(user, ifMatch);
  return concludeUserChange(
    tx,
    change,
    { branchId },
    {
      action: 'user_branch_changed',
      detail: { from: user.branchId ?? 'none', to: branchId ?? 'none' },
    },
  );
}
