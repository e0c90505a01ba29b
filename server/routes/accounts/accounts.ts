import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes.ts';
import { hashToken } from '../../access/session-token.ts';
import { changePassword } from '../../commands/accounts/change-password.ts';
import { createFirstAdministrator } from '../../commands/users/first-administrator.ts';
import { completeReset, requestReset } from '../../commands/accounts/password-reset.ts';
import type { Context } from '../../http/context/context.ts';
import { isFromThisMachine } from '../../http/callers/from-this-machine.ts';
import { mailLink } from '../../http/calls/mail-link.ts';
import { refusalsOf } from '../../http/calls/refusals.ts';
import { register } from '../../http/calls/register.ts';
import { addressOfBody, addressOfSession, attemptLimit } from '../../http/callers/sign-in-limit.ts';
import { occasionOf, traceOf } from '../../http/callers/trace.ts';
import { userByEmail } from '../../queries/accounts/users.ts';
import { sessionOccasion, sessionOf, startSession } from './session.ts';

/** Passwords, and the first account of all. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db, signInLimits } = context;
  const countChange = attemptLimit(app, signInLimits, addressOfSession);
  const countRequest = attemptLimit(app, signInLimits, addressOfBody);

  register(app, context, routes.changePassword, async (call) => {
    const { body, request, reply } = call;
    await countChange(request);
    const token = await changePassword(db, traceOf(context, call), body, refusalsOf(context, request));
    context.cookie.set(reply, token);
    return sessionOf(context, hashToken(token));
  });

  register(app, context, routes.requestPasswordReset, async ({ body, request }) => {
    await countRequest(request);
    // The one thing that is done for every address before the answer, so that its time tells nothing.
    const user = await userByEmail(db, body.email);
    const occasion = occasionOf(context, request);
    if (context.localMode && isFromThisMachine(request)) {
      const made = user && (await requestReset(db, user.id, occasion));
      return made ? { reset_token: made.token } : {};
    }
    // A link that nobody could send would be a way in that nobody knows of.
    if (user && context.mail)
      context.background.run('password reset', async () => {
        const made = await requestReset(db, user.id, occasion);
        if (made) mailLink(context, made, occasion.at);
      });
    return {};
  });

  register(app, context, routes.completePasswordReset, async (call) => {
    const token = await completeReset(db, call.body, sessionOccasion(context, call));
    return startSession(context, call, token);
  });

  register(app, context, routes.createFirstAdministrator, async (call) => {
    const token = await createFirstAdministrator(db, call.body, sessionOccasion(context, call));
    return startSession(context, call, token);
  });
}
