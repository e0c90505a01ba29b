import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { toSession } from '../access/actor.ts';
import { hashToken } from '../access/session-token.ts';
import { closeSession } from '../commands/sessions.ts';
import { signIn } from '../commands/sign-in.ts';
import { signOut } from '../commands/sign-out.ts';
import type { Context } from '../http/context.ts';
import { register } from '../http/register.ts';
import { signInLimit } from '../http/sign-in-limit.ts';
import { deviceOf } from '../http/trace.ts';
import { sessionOf } from './session.ts';

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { db, cookie, clock } = context;
  const countAttempt = signInLimit(app, context.signInLimits);

  register(app, context, routes.login, async ({ body, request, reply }) => {
    await countAttempt(request);
    const token = await signIn(db, body, { at: clock(), device: deviceOf(request) });
    const replaced = cookie.read(request);
    if (replaced) await closeSession(db, replaced);
    cookie.set(reply, token);
    return sessionOf(context, hashToken(token));
  });

  register(app, context, routes.logout, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token) await signOut(db, token, { at: clock(), device: deviceOf(request) });
    cookie.clear(reply);
  });

  register(app, context, routes.me, async ({ actor }) => toSession(actor, context.attachmentMaxBytes));
}
