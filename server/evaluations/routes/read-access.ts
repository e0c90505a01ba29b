import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import type { ActivityEntry } from '../../audit/index.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { isAmongNewestOpen } from '../queries/list/newest-open.ts';

/**
 * Returns true if a device fetches the data for later offline use. A request for data that the user opens does not have the
 * header.
 */
export const hasPrefetchHeader = (request: FastifyRequest): boolean =>
  request.headers[HEADER.prefetch] === '1';

interface DataRead {
  readonly action: 'evaluation_read' | 'file_read';
  readonly evaluationId: string;
  /** True for data that prefetch runs fetch; false for exam files. */
  readonly isInRounds: boolean;
}

interface ReadCall {
  readonly actor: Actor;
  readonly branchId: string;
  readonly request: FastifyRequest;
}

/**
 * Returns the log entry of a successful read. Because any client can send the prefetch header, the read is logged as a prefetch
 * only if the app's prefetch run (R2) could include it: one of the newest open evaluations or its images, for a user who works
 * on evaluations. Every other read is logged as an access.
 */
export async function accessLogEntryOf(
  db: Executor,
  { actor, branchId, request }: ReadCall,
  { action, evaluationId, isInRounds: isPrefetched }: DataRead,
): Promise<ActivityEntry> {
  if (!hasPrefetchHeader(request)) return { action, evaluationId };
  const isPrefetchedCopy =
    isPrefetched &&
    hasAnyPermission(actor, 'manage_evaluations') &&
    (await isAmongNewestOpen(db, branchId, evaluationId));
  return isPrefetchedCopy
    ? { action: 'copy_kept', evaluationId }
    : { action, evaluationId, detail: { asked_as: 'copy' } };
}
