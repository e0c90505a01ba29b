import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../base/errors.ts';

/** Creates the error with the text of the base contract (P8), by which the list screen recognises it. */
const branchNotResolvedError = () => new AppError('branch_not_resolved', 'branch not resolved');

/**
 * Returns the active branch of the session.
 * @throws branch_not_resolved if the session has no active branch
 */
export function requireActiveBranch(actor: Actor | null): string {
  if (!actor?.activeBranchId) throw branchNotResolvedError();
  return actor.activeBranchId;
}
