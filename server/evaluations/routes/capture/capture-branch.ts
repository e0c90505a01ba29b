import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { AppError } from '../../../platform/base/errors.ts';
import { mayActForBranch } from '../../../catalogs/index.ts';
import { requireActiveBranch } from '../../../platform/http/callers/branch.ts';

/**
 * Returns the branch where a capture was made (S14). This is `X-Branch-Id` if the user may act for that branch, otherwise the
 * session's active branch.
 */
export async function resolveCaptureBranchId(
  db: Executor,
  actor: Actor,
  request: FastifyRequest,
): Promise<string> {
  const named = request.headers[HEADER.branchId];
  if (named === undefined) return requireActiveBranch(actor);
  const branchId = Uuid.safeParse(named).data?.toLowerCase();
  if (branchId === undefined || !(await mayActForBranch(db, actor, branchId)))
    throw new AppError('branch_forbidden', 'No puedes registrar para esta sede.');
  return branchId;
}
