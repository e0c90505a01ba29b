import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER } from '#contract/headers.ts';
import { Uuid } from '#contract/primitives.ts';
import type { Route } from '#contract/routes/routes.ts';
import { type Actor, hasPermission } from '../../access/actor.ts';
import { SESSION_SLIDE_MS, hashToken } from '../../access/session-token.ts';
import { slideSession } from '../../commands/accounts/sessions.ts';
import { AppError, forbiddenError } from '../../base/errors.ts';
import { findSession } from '../../queries/accounts/session.ts';
import { correctionNumber } from '../../queries/evaluations/corrections.ts';
import type { Context } from '../context/context.ts';
import { hasValidProof } from './device-proof.ts';
import { rejectNavigation } from '../responses/navigation.ts';

const unauthenticated = () => new AppError('unauthenticated', 'Inicia sesión para continuar.');

/**
 * Returns the user of the session cookie, and extends the session at most once an hour. The response does not set the cookie
 * again: a slow response could overwrite the cookie of a user who has signed in since.
 */
async function identify(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const token = context.cookie.read(request);
  if (!token) throw unauthenticated();
  const now = context.clock();
  const session = await context.lanes.sessions.run(token, () =>
    findSession(context.db, hashToken(token), now),
  );
  if (!session) throw unauthenticated();
  // S26: the request must have a proof made with the key of the device on which the user signed in.
  if (session.deviceKey && !hasValidProof(context, { request, reply }, session.deviceKey))
    throw unauthenticated();
  if (now.getTime() - session.lastSeenAt.getTime() >= SESSION_SLIDE_MS)
    await slideSession(context.db, session.actor.tokenHash, now);
  return session.actor;
}

/**
 * Returns true if the request sends an image for a correction of the evaluation in its path, and the user has the permission
 * for this.
 */
async function isOfCorrection(
  { db }: Context,
  { accessOfCorrections }: Pick<Route, 'accessOfCorrections'>,
  actor: Actor,
  request: FastifyRequest,
): Promise<boolean> {
  if (!accessOfCorrections || !hasPermission(actor, ...accessOfCorrections)) return false;
  const captureId = Uuid.safeParse(request.headers[HEADER.captureId]).data;
  const evaluationId = Uuid.safeParse((request.params as { id?: unknown }).id).data;
  if (captureId === undefined || evaluationId === undefined) return false;
  return (await correctionNumber(db, evaluationId, captureId)) !== null;
}

/**
 * Sets the user of the request; a public route has no user. Runs before the body is read.
 * @throws unauthenticated, forbidden
 */
export async function authorize(
  context: Context,
  route: Pick<Route, 'access' | 'accessOfCorrections'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access } = route;
  if (access === 'public') return;
  rejectNavigation(request);
  const actor = await identify(context, request, reply);
  request.actor = actor;
  if (access === 'session' || hasPermission(actor, ...access)) return;
  if (await isOfCorrection(context, route, actor, request)) return;
  throw forbiddenError();
}
