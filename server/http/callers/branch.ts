import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Actor } from '../../access/actor.ts';
import type { Executor } from '../../database/connection/client.ts';
import { AppError } from '../../base/errors.ts';
import { mayActFor } from '../../queries/catalogs/branches.ts';

/** The text of the base contract (P8): the list's screen knows it. */
const notResolved = () => new AppError('branch_not_resolved', 'branch not resolved');

/** The session's branch. @throws branch_not_resolved without one. */
export function resolveBranch(actor: Actor | null): string {
  if (!actor?.activeBranchId) throw notResolved();
  return actor.activeBranchId;
}

/** The branch where something was captured (S14): `X-Branch-Id` if the user may act for it, else the session's. */
export async function captureBranch(db: Executor, actor: Actor, request: FastifyRequest): Promise<string> {
  const named = request.headers[HEADER.branchId];
  if (named === undefined) return resolveBranch(actor);
  const branchId = Uuid.safeParse(named).data?.toLowerCase();
  if (branchId === undefined || !(await mayActFor(db, actor, branchId)))
    throw new AppError('branch_forbidden', 'No puedes registrar para esta sede.');
  return branchId;
}
