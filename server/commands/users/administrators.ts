import { type SQL, and, eq, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { LOCK_KEYS } from '../../database/connection/lock-keys.ts';
import { userPermissions, users } from '../../database/tables/accounts.ts';
import { AppError } from '../../base/errors.ts';

/**
 * Changes of who may manage users come one after another, to the end of their transactions: two administrators who
 * demote each other at the same moment do not both get through. Taken before any user's row.
 */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.administrators})`);
}

/** Active users who may manage users. */
const administrators = (tx: Transaction, which: SQL) =>
  tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      userPermissions,
      and(eq(userPermissions.userId, users.id), eq(userPermissions.permission, 'user_management')),
    )
    .where(and(eq(users.status, 'active'), which));

const forbidden = (): AppError => new AppError('forbidden', 'No tienes permiso para hacer esto.');

/**
 * Taken before somebody is let in or given rights: the caller had the right when the call came in, and may have been suspended
 * since.
 * @throws forbidden
 */
export async function lockAsAdministrator(tx: Transaction, actor: Actor): Promise<void> {
  await lockAdministrators(tx);
  const [caller] = await administrators(tx, eq(users.id, actor.userId));
  if (!caller) throw forbidden();
}

/**
 * Asked under the administrators' lock before the user is suspended or loses user_management. The caller had the right
 * when the call came in; here it is looked at again.
 * @param selfMessage what a caller is told who would do it to themselves
 * @throws self_lockout, last_administrator; forbidden for a caller who has just lost the right
 */
export async function requireOtherAdministrator(
  tx: Transaction,
  actor: Actor,
  { userId, selfMessage }: { readonly userId: string; readonly selfMessage: string },
): Promise<void> {
  if (userId === actor.userId) throw new AppError('self_lockout', selfMessage);
  const others = await administrators(tx, ne(users.id, userId));
  if (others.length === 0)
    throw new AppError(
      'last_administrator',
      'Es la única persona activa con gestión de usuarios. Da ese permiso a otra antes de continuar.',
    );
  if (!others.some(({ id }) => id === actor.userId)) throw forbidden();
}
