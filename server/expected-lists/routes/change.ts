import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/access/actor.ts';
import { requireNamedBranch } from '../../platform/http/callers/branch.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import type { ListContext } from '../commands/locks.ts';

interface ChangeCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly request: FastifyRequest;
}

/**
 * Returns what a change of a list records.
 * @throws branch_forbidden if the device prepared the request for another branch
 */
export function changeOf(context: Context, call: ChangeCall): ListContext {
  requireNamedBranch(call.request, call.branchId);
  return { trace: auditContextOf(context, call), branchId: call.branchId };
}
