import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';

/** What the calls on one evaluation of the session's branch have in common. */
export interface EvaluationCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
