import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type Actor, can } from '../../access/actor.ts';
import type { ActivityEntry } from '../../commands/log/record-activity.ts';
import type { Executor } from '../../database/connection/client.ts';
import { isAmongNewestOpen } from '../../queries/evaluations/newest-open.ts';

/** Returns true when a device prefetches a copy for later. The header is absent when a user opens the content. */
export const isPrefetch = (request: FastifyRequest): boolean => request.headers[HEADER.prefetch] === '1';

/** Content that was read, and the log action for it. */
interface Read {
  readonly action: 'evaluation_read' | 'file_read';
  readonly evaluationId: string;
  /** False for content that no prefetch run includes: the files of exams. */
  readonly isInRounds: boolean;
}

interface ReadCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly request: FastifyRequest;
}

/**
 * Returns the log entry of a successful read. Any client can send the prefetch header, so a read counts as a copy only when the
 * app's own prefetch run (R2) would include it: the newest open evaluations and their images, for users who work on them. Every
 * other read is logged as an access, whatever the header states.
 */
export async function accessEntryOf(
  db: Executor,
  { actor, branchId, request }: ReadCall,
  { action, evaluationId, isInRounds: isPrefetched }: Read,
): Promise<ActivityEntry> {
  if (!isPrefetch(request)) return { action, evaluationId };
  const isPrefetchedCopy =
    isPrefetched && can(actor, 'manage_evaluations') && (await isAmongNewestOpen(db, branchId, evaluationId));
  return isPrefetchedCopy
    ? { action: 'copy_kept', evaluationId }
    : { action, evaluationId, detail: { asked_as: 'copy' } };
}
