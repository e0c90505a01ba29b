import type { FastifyInstance } from 'fastify';
import type { LoginBody } from '#contract/records/people/auth.ts';
import { routes } from '#contract/routes/routes.ts';
import { toSession } from '../../platform/access/actor.ts';
import { signIn } from '../commands/sessions/sign-in.ts';
import { bindSession } from '../commands/sessions/sessions.ts';
import { signOut } from '../commands/sessions/sign-out.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Context } from '../../platform/http/context/context.ts';
import {
  type ProofCall,
  readSessionBindingKey,
  consumeSignInDeviceProof,
} from '../../platform/http/callers/device-proof.ts';
import { accountRejectionLogger } from '../../audit/index.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { emailOfBody, createAttemptLimiter } from '../../platform/http/callers/sign-in-limit.ts';
import { accountEventContextOf } from '../../platform/http/callers/audit-context.ts';
import { isFirstOrLastDeviceUser } from '../queries/own-device.ts';
import { newSessionContextOf, replaceSessionAndCookie } from './session.ts';

/**
 * Returns the device's key if the account is the first or the most recent user of the device. Returns null for any other
 * account, and for a client that sends no key.
 */
async function findOwnDeviceKey(
  context: Context,
  call: ProofCall & { readonly body: LoginBody },
): Promise<Buffer | null> {
  const key = consumeSignInDeviceProof(context, call);
  return key && (await isFirstOrLastDeviceUser(context.db, key, call.body.email.toLowerCase())) ? key : null;
}

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { db, cookie } = context;
  const countAttempt = createAttemptLimiter(context, 'sign-in', emailOfBody);

  registerRoute(app, context, routes.login, async (call) => {
    const { body, request } = call;
    // The key proof is checked before the attempt is counted. A device with a wrong clock fails the proof, and this must not
    // count as a wrong password.
    const occasion = newSessionContextOf(context, call);
    await countAttempt(request, await findOwnDeviceKey(context, call));
    const token = await signIn(db, body, occasion, accountRejectionLogger(context, request));
    return replaceSessionAndCookie(context, call, token);
  });

  registerRoute(app, context, routes.logout, async ({ request, reply }) => {
    const token = cookie.read(request);
    if (token) await signOut(db, token, accountEventContextOf(context, request));
    cookie.clear(reply);
  });

  registerRoute(app, context, routes.bindSession, async (call) => {
    const { actor } = call;
    if (actor.isDeviceBound) return;
    const key = readSessionBindingKey(context, call);
    if (key === null) throw new AppError('malformed_request', 'Falta la prueba del dispositivo.');
    await bindSession(db, actor.tokenHash, key);
  });

  registerRoute(app, context, routes.me, async ({ actor }) => toSession(actor, context.attachmentMaxBytes));
}
