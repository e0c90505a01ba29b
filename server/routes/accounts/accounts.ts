import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { hashToken } from '../../access/session-token.ts';
import { changePassword } from '../../commands/accounts/change-password.ts';
import { createFirstAdministrator } from '../../commands/users/first-administrator.ts';
import { completePasswordReset, requestReset } from '../../commands/accounts/password-reset.ts';
import { queueMail } from '../../commands/mails/mail-queue.ts';
import type { Context } from '../../http/context/context.ts';
import { isFromThisMachine } from '../../http/callers/from-this-machine.ts';
import { rejectionLogger } from '../../http/calls/log-rejections.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { emailOfBody, emailOfSession, attemptLimit } from '../../http/callers/sign-in-limit.ts';
import { accountEventContextOf, auditContextOf } from '../../http/callers/audit-context.ts';
import { userByEmail } from '../../queries/accounts/users.ts';
import { newSessionContextOf, sessionAfterChange, startSession } from './session.ts';

/** Registers the routes for passwords and for the first account. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const countChange = attemptLimit(context, 'password change', emailOfSession);
  const countRequest = attemptLimit(context, 'password reset', emailOfBody);

  registerRoute(app, context, routes.changePassword, async (call) => {
    const { body, request, reply } = call;
    await countChange(request);
    const token = await changePassword(
      db,
      auditContextOf(context, call),
      body,
      rejectionLogger(context, request),
    );
    const session = await sessionAfterChange(context, hashToken(token));
    // The cookie is set only after the session was found. Otherwise it could hold the token of a session that ended in the
    // meantime.
    context.cookie.set(reply, token);
    return session;
  });

  registerRoute(app, context, routes.requestPasswordReset, async ({ body, request }) => {
    await countRequest(request);
    const { at, device } = accountEventContextOf(context, request);
    if (context.localMode && isFromThisMachine(request)) {
      const user = await userByEmail(db, body.email);
      const made = user && (await requestReset(db, user.id, { at, device }));
      return made ? { reset_token: made.token } : {};
    }
    // No link is created without a mail server, because a link that is never sent would be a way into the account that its user
    // does not know of.
    if (!context.mail) return {};
    // The request is queued for every address, so that the response time does not reveal whether an account exists; the mail
    // sender looks up the account.
    await queueMail(db, { purpose: 'password_reset', email: body.email, askedBy: null, device, askedAt: at });
    context.mail.wake();
    return {};
  });

  registerRoute(app, context, routes.completePasswordReset, async (call) => {
    const token = await completePasswordReset(db, call.body, newSessionContextOf(context, call));
    return startSession(context, call, token);
  });

  registerRoute(app, context, routes.createFirstAdministrator, async (call) => {
    const token = await createFirstAdministrator(db, call.body, newSessionContextOf(context, call));
    return startSession(context, call, token);
  });
}
