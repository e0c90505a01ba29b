import type { FastifyRequest } from 'fastify';
import type { AccountEventContext } from '../../access/account.ts';
import type { Actor } from '../../access/actor.ts';
import { deviceDescription } from '../../access/device.ts';
import type { AuditContext } from '../../access/audit-context.ts';
import type { Context } from '../context/context.ts';

interface RequestOfActor {
  readonly actor: Actor;
  readonly branchId: string | null;
  readonly request: FastifyRequest;
}

export const deviceNameOfRequest = (request: FastifyRequest): string | null =>
  deviceDescription(request.headers['user-agent']);

export const accountEventContextOf = (
  { clock }: Pick<Context, 'clock'>,
  request: FastifyRequest,
): AccountEventContext => ({
  at: clock(),
  device: deviceNameOfRequest(request),
});

export const auditContextOf = (
  context: Pick<Context, 'clock'>,
  { actor, branchId, request }: RequestOfActor,
): AuditContext & { readonly actor: Actor } => ({
  actor,
  branchId,
  ...accountEventContextOf(context, request),
});
