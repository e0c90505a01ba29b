import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { deviceInWords } from '../access/device.ts';
import type { Trace } from '../access/trace.ts';
import type { Context } from './context.ts';

interface Traced {
  readonly actor: Actor;
  readonly branchId: string | null;
  readonly request: FastifyRequest;
}

export const deviceOf = (request: FastifyRequest): string | null =>
  deviceInWords(request.headers['user-agent']);

/** What the activity log keeps of a call. */
export const traceOf = ({ clock }: Context, { actor, branchId, request }: Traced): Trace => ({
  actor,
  branchId,
  device: deviceOf(request),
  at: clock(),
});
