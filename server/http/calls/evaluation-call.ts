import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';

/** Properties that all requests on one evaluation have in common. The evaluation is in the session's branch. */
export interface EvaluationCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
