import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/access/actor.ts';

export interface EvaluationCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
