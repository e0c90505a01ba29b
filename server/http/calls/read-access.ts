import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type Actor, hasPermission } from '../../access/actor.ts';
import type { ActivityEntry } from '../../commands/log/record-activity.ts';
import type { Executor } from '../../database/connection/client.ts';
import { isAmongNewestOpen } from '../../queries/evaluations/newest-open.ts';

/**
 * Returns true when a device prefetches the content for later. The request of a user who opens the content lacks the header.
 */
export const isPrefetch = (request: FastifyRequest): boolean => request.headers[HEADER.prefetch] === '1';

/** Content that was read, and the log action for it. */
interface Read {
  readonly action: 'evaluation_read' | 'file_read';
  readonly evaluationId: string;
  /** False for content that prefetch runs never include: the files of exams. */
  readonly isInRounds: boolean;
}

interface ReadCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly request: FastifyRequest;
}

/**
 * Returns the log entry of a successful read. Any client can send the prefetch header. A read is therefore logged as a copy
 * only if the app's prefetch run (R2) would include it: the newest open evaluations and their images, for users who work on
 * them. Every other read is logged as an access.
 */
export async function accessEntryOf(
  db: Executor,
  { actor, branchId, request }: ReadCall,
  { action, evaluationId, isInRounds: isPrefetched }: Read,
): Promise<ActivityEntry> {
  if (!isPrefetch(request)) return { action, evaluationId };
  const isPrefetchedCopy =
    isPrefetched &&
    hasPermission(actor, 'manage_evaluations') &&
    (await isAmongNewestOpen(db, branchId, evaluationId));
  return isPrefetchedCopy
    ? { action: 'copy_kept', evaluationId }
    : { action, evaluationId, detail: { asked_as: 'copy' } };
}
