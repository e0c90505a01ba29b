import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/routes/routes.ts';
import { type Actor, hasAnyPermission } from '../../platform/access/actor.ts';
import { SESSION_EXTENSION_INTERVAL_MS, hashToken } from '../../platform/access/session-token.ts';
import { extendSession } from '../commands/sessions/sessions.ts';
import { AppError, forbiddenError } from '../../platform/base/errors.ts';
import { findSession } from '../queries/session.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { consumeValidProof } from '../../platform/http/callers/device-proof.ts';
import { rejectNonFetchRequest } from '../../platform/http/responses/navigation.ts';

const unauthenticatedError = () => new AppError('unauthenticated', 'Inicia sesión para continuar.');

/**
 * Returns the user of the session cookie, and extends the session at most once an hour. The response does not set the cookie
 * again: a slow response could overwrite the cookie of a user who has signed in since.
 */
async function requireActorAndExtendSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  const token = context.cookie.read(request);
  if (!token) throw unauthenticatedError();
  const now = context.clock();
  const session = await findSession(context.db, hashToken(token), now);
  if (!session) throw unauthenticatedError();
  // S26: the request must have a proof made with the key of the device on which the user signed in.
  if (session.deviceKey && !consumeValidProof(context, { request, reply }, session.deviceKey))
    throw unauthenticatedError();
  if (now.getTime() - session.lastSeenAt.getTime() >= SESSION_EXTENSION_INTERVAL_MS)
    await extendSession(context.db, session.actor.tokenHash, now);
  return session.actor;
}

type RouteAccess = Pick<Route, 'access' | 'accessOfCorrections'>;

/** Returns true if the user may call the route for this request only, without a permission of the route. */
type HasSpecialAccess = (route: RouteAccess, actor: Actor, request: FastifyRequest) => Promise<boolean>;

/**
 * Sets the user of the request; a public route has no user. Runs before the body is read.
 * @throws unauthenticated, forbidden
 */
export async function authenticateAndAuthorize(
  context: Context,
  hasSpecialAccess: HasSpecialAccess,
  route: RouteAccess,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const { access } = route;
  if (access === 'public') return;
  rejectNonFetchRequest(request);
  const actor = await requireActorAndExtendSession(context, request, reply);
  request.actor = actor;
  if (access === 'session' || hasAnyPermission(actor, ...access)) return;
  if (await hasSpecialAccess(route, actor, request)) return;
  throw forbiddenError();
}
