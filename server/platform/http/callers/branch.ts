import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
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

/**
 * Rejects a request that names another branch than the active one, which another window or device may have changed since the
 * device prepared the request.
 * @throws branch_forbidden
 */
export function requireNamedBranch({ headers }: FastifyRequest, branchId: string): void {
  const named = headers[HEADER.branchId];
  if (named === undefined || (typeof named === 'string' && named.toLowerCase() === branchId)) return;
  throw new AppError(
    'branch_forbidden',
    'Esta solicitud es para otra sede. Cambia a esa sede e intenta de nuevo.',
  );
}
