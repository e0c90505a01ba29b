import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/access/actor.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import type { ListContext } from '../commands/locks.ts';

interface ChangeCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly request: FastifyRequest;
}

export const changeOf = (context: Context, call: ChangeCall): ListContext => ({
  trace: auditContextOf(context, call),
  branchId: call.branchId,
});
