import { eq } from 'drizzle-orm';
import { type Actor, can } from '../access/actor.ts';
import type { Executor } from '../database/client.ts';
import { sessions } from '../database/schema.ts';
import { AppError, notFound } from '../errors.ts';
import { mayActFor } from '../queries/branches.ts';

/**
 * Chooses the session's branch, or with null leaves it ('global mode').
 * @throws forbidden without user_management for anything but one's own branch; not_found for an unknown or inactive one.
 */
export async function setActiveBranch(db: Executor, actor: Actor, branchId: string | null): Promise<void> {
  const isOwn = branchId !== null && branchId.toLowerCase() === actor.homeBranchId;
  if (!isOwn && !can(actor, 'user_management'))
    throw new AppError('forbidden', 'No tienes permisos para activar la sede seleccionada.');
  if (branchId !== null && !(await mayActFor(db, actor, branchId)))
    throw notFound('La sede seleccionada ya no está disponible.');
  await db.update(sessions).set({ activeBranchId: branchId }).where(eq(sessions.tokenHash, actor.tokenHash));
}
