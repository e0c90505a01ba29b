import type { FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Route } from '#contract/routes/routes.ts';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { correctionNumber } from '../queries/corrections.ts';

/**
 * Returns true if the request sends an image for a correction of the evaluation in its path, and the user has the permission
 * for this.
 */
export async function maySendCorrectionImage(
  db: Executor,
  { accessOfCorrections }: Pick<Route, 'accessOfCorrections'>,
  actor: Actor,
  request: FastifyRequest,
): Promise<boolean> {
  if (!accessOfCorrections || !hasAnyPermission(actor, ...accessOfCorrections)) return false;
  const captureId = Uuid.safeParse(request.headers[HEADER.captureId]).data;
  const evaluationId = Uuid.safeParse((request.params as { id?: unknown }).id).data;
  if (captureId === undefined || evaluationId === undefined) return false;
  return (await correctionNumber(db, evaluationId, captureId)) !== null;
}
