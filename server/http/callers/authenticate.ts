import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/routes/routes.ts';
import { type Actor, can } from '../../access/actor.ts';
import { SESSION_SLIDE_MS, hashToken } from '../../access/session-token.ts';
import { slideSession } from '../../commands/accounts/sessions.ts';
import { AppError } from '../../base/errors.ts';
import { findSession } from '../../queries/accounts/session.ts';
import type { Context } from '../context/context.ts';
import { isProven } from './device-proof.ts';
import { refuseNavigation } from '../answers/navigation.ts';

const unauthenticated = () => new AppError('unauthenticated', 'Inicia sesión para continuar.');

/**
 * The caller behind the cookie. Slides the session on when an hour has passed. The cookie is not sent again: a slow answer would
 * put it over that of whoever signed in meanwhile.
 */
async function identify(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const token = context.cookie.read(request);
  if (!token) throw unauthenticated();
  const now = context.clock();
  const session = await findSession(context.db, hashToken(token), now);
  if (!session) throw unauthenticated();
  // S26: the key of the device that signed in answers for the call.
  if (session.deviceKey && !isProven(context, { request, reply }, session.deviceKey)) throw unauthenticated();
  if (now.getTime() - session.lastSeenAt.getTime() >= SESSION_SLIDE_MS)
    await slideSession(context.db, session.actor.tokenHash, now);
  return session.actor;
}

/** Makes the caller known to the request; null where anybody may call. Runs before the body is read. */
export async function authorize(
  context: Context,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (access === 'public') return;
  refuseNavigation(request);
  const actor = await identify(context, request, reply);
  request.actor = actor;
  if (access !== 'session' && !can(actor, ...access))
    throw new AppError('forbidden', 'No tienes permiso para hacer esto.');
}
