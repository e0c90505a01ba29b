import { eq } from 'drizzle-orm';
import { hasAnyPermission } from '../../../platform/access/actor.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { sessions } from '../../../schema/accounts/accounts.ts';
import { AppError, notFoundError } from '../../../platform/base/errors.ts';
import { mayActForBranch } from '../../../catalogs/index.ts';
import type { ActorAuditContext } from './change-user.ts';
import { recordActivity } from '../../../audit/index.ts';

/**
 * Sets the active branch of the session; null means global mode.
 * @throws forbidden if a user without user_management chooses a branch other than the user's own branch; not_found for an
 * unknown or inactive branch
 */
export async function setActiveBranch(
  db: Database,
  trace: ActorAuditContext,
  chosen: string | null,
): Promise<void> {
  const { actor } = trace;
  const branchId = chosen?.toLowerCase() ?? null;
  const isOwn = branchId !== null && branchId === actor.homeBranchId;
  if (!isOwn && !hasAnyPermission(actor, 'user_management'))
    throw new AppError('forbidden', 'No tienes permisos para activar la sede seleccionada.');
  if (branchId !== null && !(await mayActForBranch(db, actor, branchId)))
    throw notFoundError('La sede seleccionada ya no está disponible.');
  if (branchId === actor.activeBranchId) return;
  await db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ activeBranchId: branchId })
      .where(eq(sessions.tokenHash, actor.tokenHash));
    const detail = { from: actor.activeBranchId ?? 'none', to: branchId ?? 'none' };
    await recordActivity(tx, { ...trace, branchId }, { action: 'branch_switched', detail });
  });
}
