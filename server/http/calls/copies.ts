import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type Actor, can } from '../../access/actor.ts';
import type { ActivityEntry } from '../../commands/log/record-activity.ts';
import type { Executor } from '../../database/connection/client.ts';
import { isAmongNewestOpen } from '../../queries/evaluations/newest-open.ts';

/** A device that takes a copy for later says so; a person who opens it does not. */
export const isPrefetch = (request: FastifyRequest): boolean => request.headers[HEADER.prefetch] === '1';

/** What was read, and the action that a reading of it is. */
interface Read {
  readonly action: 'evaluation_read' | 'file_read';
  readonly evaluationId: string;
  /** False for what no round takes: the files of exams. */
  readonly isInRounds: boolean;
}

interface ReadCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly request: FastifyRequest;
}

/**
 * The line of a read that succeeded. Anybody can send the header: a copy is only what the app's own round takes by
 * itself (R2), the newest open evaluations and their pictures, for who works on them. The rest is a reading, whatever
 * it calls itself.
 */
export async function lineOfRead(
  db: Executor,
  { actor, branchId, request }: ReadCall,
  { action, evaluationId, isInRounds }: Read,
): Promise<ActivityEntry> {
  if (!isPrefetch(request)) return { action, evaluationId };
  const isCopy =
    isInRounds && can(actor, 'manage_evaluations') && (await isAmongNewestOpen(db, branchId, evaluationId));
  return isCopy
    ? { action: 'copy_kept', evaluationId }
    : { action, evaluationId, detail: { asked_as: 'copy' } };
}
