import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { countAttemptOrGetWaitSeconds } from './count-attempt.ts';
import type { Context, SignInLimits } from '../context/context.ts';

/** Limits in production. They tolerate the typing errors of one user, and all users of a branch behind one address. */
export const SIGN_IN_LIMITS: SignInLimits = {
  perAddress: 10,
  perClient: 100,
  perAccount: 50,
  windowMs: 5 * 60_000,
};

export const emailOfBody = (request: FastifyRequest): string =>
  (request.body as { readonly email: string }).email.toLowerCase();
export const emailOfSession = (request: FastifyRequest): string => request.actor?.email ?? '';

/** Actions with a limited number of attempts. Each action has separate counters. */
type LimitedAction = 'sign-in' | 'password change' | 'password reset' | 'signature';

/**
 * Returns a function that counts an attempt. All server processes share the counters, which are in the database; an attempt
 * that cannot be counted is rejected. A device that the account used before has a separate counter, so that wrong passwords
 * from other clients do not lock the device out.
 * @param ownDevice key of a device that the account used before; null for any other device
 * @throws rate_limited with the seconds to wait
 */
export function createAttemptLimiter(
  { db, signInLimits: limits }: Pick<Context, 'db' | 'signInLimits'>,
  what: LimitedAction,
  addressOf: (request: FastifyRequest) => string,
): (request: FastifyRequest, ownDevice?: Buffer | null) => Promise<void> {
  return async (request, ownDevice = null) => {
    const address = addressOf(request);
    const client = clientNetwork(request.ip);
    const counters =
      ownDevice === null
        ? [
            { name: `${what} client ${client}`, most: limits.perClient },
            { name: `${what} pair ${client} ${address}`, most: limits.perAddress },
            // Limits the attempts at one account from all clients, because a client may forge its IP address, for example from
            // behind a trusted proxy.
            { name: `${what} account ${address}`, most: limits.perAccount },
          ]
        : [{ name: `${what} device ${ownDevice.toString('hex')} ${address}`, most: limits.perAddress }];
    const retryAfter = await countAttemptOrGetWaitSeconds(db, counters, limits.windowMs);
    if (retryAfter > 0)
      throw new AppError('rate_limited', 'Demasiados intentos. Espera unos minutos e intenta de nuevo.', {
        retryAfter,
      });
  };
}
