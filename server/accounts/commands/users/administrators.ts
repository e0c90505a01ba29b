import { type SQL, and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { LOCK_KEYS } from '../../../platform/database/connection/lock-keys.ts';
import { userPermissions, users } from '../../../schema/accounts/accounts.ts';
import { AppError } from '../../../platform/base/errors.ts';

/**
 * Takes the administrators' lock, so that concurrent changes of user-management rights run one after the other. Without the
 * lock, two administrators could remove each other's rights. Must be called before any user's row is locked.
 */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.administrators})`);
}

const selectAdministrators = (tx: Transaction, which: SQL) =>
  tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      userPermissions,
      and(eq(userPermissions.userId, users.id), eq(userPermissions.permission, 'user_management')),
    )
    .where(and(eq(users.status, 'active'), which));

const forbiddenUserError = (): AppError => new AppError('forbidden', 'No tienes permiso para hacer esto.');

/**
 * Takes the administrators' lock and checks the caller's permission again, because the caller may have been suspended since the
 * request arrived. Needed before a user is activated or given rights.
 * @throws forbidden
 */
export async function lockAndRequireAdministrator(tx: Transaction, actor: Actor): Promise<void> {
  await lockAdministrators(tx);
  const [caller] = await selectAdministrators(tx, eq(users.id, actor.userId));
  if (!caller) throw forbiddenUserError();
}

/**
 * Requires that another administrator remains when a user is suspended or loses user_management. The caller must hold the
 * administrators' lock. The caller's permission is checked again, because it may have been removed since the request arrived.
 * @param selfMessage message for callers who try to suspend or demote themselves
 * @throws self_lockout, last_administrator; forbidden for a caller who has just lost the permission
 */
export async function requireOtherAdministrator(
  tx: Transaction,
  actor: Actor,
  { userId, selfMessage }: { readonly userId: string; readonly selfMessage: string },
): Promise<void> {
  if (userId === actor.userId) throw new AppError('self_lockout', selfMessage);
  const others = await selectAdministrators(tx, ne(users.id, userId));
  if (others.length === 0)
    throw new AppError(
      'last_administrator',
      'Es la única persona activa con gestión de usuarios. Da ese permiso a otra antes de continuar.',
    );
  if (!others.some(({ id }) => id === actor.userId)) throw forbiddenUserError();
}
