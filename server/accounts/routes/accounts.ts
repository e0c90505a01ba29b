import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import { hashToken } from '../../platform/access/session-token.ts';
import { changePassword } from '../commands/sessions/change-password.ts';
import { createFirstAdministrator } from '../commands/users/first-administrator.ts';
import { setPasswordWithToken, makeRequestedResetLink } from '../commands/sessions/password-reset.ts';
import { queueMail } from '../../mails/index.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { isFromThisMachine } from '../../platform/http/callers/from-this-machine.ts';
import { accountRejectionLogger } from '../../audit/index.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import {
  emailOfBody,
  emailOfSession,
  createAttemptLimiter,
} from '../../platform/http/callers/sign-in-limit.ts';
import { accountEventContextOf, auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { findUserByEmail } from '../queries/users.ts';
import { newSessionContextOf, readCurrentSession, replaceSessionAndCookie } from './session.ts';

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const countChange = createAttemptLimiter(context, 'password change', emailOfSession);
  const countRequest = createAttemptLimiter(context, 'password reset', emailOfBody);

  registerRoute(app, context, routes.changePassword, async (call) => {
    const { body, request, reply } = call;
    await countChange(request);
    const token = await changePassword(
      db,
      auditContextOf(context, call),
      body,
      accountRejectionLogger(context, request),
    );
    const session = await readCurrentSession(context, hashToken(token));
    // The cookie is set only after the session was found, because the session may have ended in the meantime.
    context.cookie.set(reply, token);
    return session;
  });

  registerRoute(app, context, routes.requestPasswordReset, async ({ body, request }) => {
    await countRequest(request);
    const { at, device } = accountEventContextOf(context, request);
    if (context.localMode && isFromThisMachine(request)) {
      const user = await findUserByEmail(db, body.email);
      const made = user && (await makeRequestedResetLink(db, user.id, { at, device }));
      return made ? { reset_token: made.token } : {};
    }
    // No link is created if no mail server is configured, because an unsent link could give another person access to the
    // account without the user's knowledge.
    if (!context.mail) return {};
    // The mail is queued for every address, so that the response time does not reveal whether the account exists. The mail
    // sender searches the account later.
    await queueMail(db, { purpose: 'password_reset', email: body.email, askedBy: null, device, askedAt: at });
    context.mail.wake();
    return {};
  });

  registerRoute(app, context, routes.completePasswordReset, async (call) => {
    const token = await setPasswordWithToken(db, call.body, newSessionContextOf(context, call));
    return replaceSessionAndCookie(context, call, token);
  });

  registerRoute(app, context, routes.createFirstAdministrator, async (call) => {
    const token = await createFirstAdministrator(db, call.body, newSessionContextOf(context, call));
    return replaceSessionAndCookie(context, call, token);
  });
}
