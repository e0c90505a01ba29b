import type { Actor } from '../../../platform/access/actor.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { mayActForBranch } from '../../../catalogs/index.ts';

/**
 * Rejects a branch that the administrator may not assign to a user. An administrator with an active branch may assign only this
 * branch (P6); in global mode, only existing and active branches may be assigned. Null (no branch) is always allowed.
 * @throws branch_forbidden, validation_failed
 */
export async function requireAssignableBranch(
  db: Executor,
  actor: Actor,
  branchId: string | null,
): Promise<void> {
  if (branchId === null || branchId === actor.activeBranchId) return;
  if (actor.activeBranchId !== null)
    throw new AppError('branch_forbidden', 'Con una sede activa solo puedes asignar esa sede, o ninguna.');
  if (await mayActForBranch(db, actor, branchId)) return;
  const message = 'La sede seleccionada ya no está disponible.';
  throw new AppError('validation_failed', message, { details: [{ field: 'branch_id', message }] });
}
