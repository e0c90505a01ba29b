import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
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

/** A device that takes a copy for later says so; a person who opens it does not. */
export const isPrefetch = (request: FastifyRequest): boolean => request.headers[HEADER.prefetch] === '1';

/** What the activity log keeps of a call. */
export const traceOf = ({ clock }: Context, { actor, branchId, request }: Traced): Trace => ({
  actor,
  branchId,
  device: deviceOf(request),
  at: clock(),
});
