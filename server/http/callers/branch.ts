import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Actor } from '../../access/actor.ts';
import type { Executor } from '../../database/connection/client.ts';
import { AppError } from '../../base/errors.ts';
import { mayActFor } from '../../queries/catalogs/branches.ts';

/** Creates the error with the text of the base contract (P8), by which the list screen recognises it. */
const notResolved = () => new AppError('branch_not_resolved', 'branch not resolved');

/**
 * Returns the active branch of the session.
 * @throws branch_not_resolved if the session has no active branch
 */
export function resolveBranch(actor: Actor | null): string {
  if (!actor?.activeBranchId) throw notResolved();
  return actor.activeBranchId;
}

/**
 * Returns the branch where a capture was made (S14). This is `X-Branch-Id` if the user may act for that branch, otherwise the
 * session's active branch.
 */
export async function captureBranch(db: Executor, actor: Actor, request: FastifyRequest): Promise<string> {
  const named = request.headers[HEADER.branchId];
  if (named === undefined) return resolveBranch(actor);
  const branchId = Uuid.safeParse(named).data?.toLowerCase();
  if (branchId === undefined || !(await mayActFor(db, actor, branchId)))
    throw new AppError('branch_forbidden', 'No puedes registrar para esta sede.');
  return branchId;
}
