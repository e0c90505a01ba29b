import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { countAttempt } from '../../commands/accounts/count-attempt.ts';
import type { Context, SignInLimits } from '../context/context.ts';

/** Limits in production: high enough for the typing errors of a user and for a whole branch behind one address. */
export const SIGN_IN_LIMITS: SignInLimits = {
  perAddress: 10,
  perClient: 100,
  perAccount: 50,
  windowMs: 5 * 60_000,
};

/** Returns the email address in the body, which names the account. */
export const emailOfBody = (request: FastifyRequest): string =>
  (request.body as { readonly email: string }).email.toLowerCase();
/** Returns the email address of the session's account. */
export const emailOfSession = (request: FastifyRequest): string => request.actor?.email ?? '';

/** Limited actions, each with separate counters. */
type Limited = 'sign-in' | 'password change' | 'password reset' | 'signature';

/**
 * Returns a check that counts an attempt. The counters are in the database, so that all server processes share one limit; an
 * attempt that cannot be counted is rejected. A device that the account used before has its own counter, so that another
 * client's wrong passwords do not lock the device out.
 * @param ownDevice key of such a device; null for any other device
 * @throws rate_limited with the seconds to wait
 */
export function attemptLimit(
  { db, signInLimits: limits }: Pick<Context, 'db' | 'signInLimits'>,
  what: Limited,
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
            // Limits the attempts at one account by a client that can forge its address, for example from behind a trusted
            // proxy.
            { name: `${what} account ${address}`, most: limits.perAccount },
          ]
        : [{ name: `${what} device ${ownDevice.toString('hex')} ${address}`, most: limits.perAddress }];
    const retryAfter = await countAttempt(db, counters, limits.windowMs);
    if (retryAfter > 0)
      throw new AppError('rate_limited', 'Demasiados intentos. Espera unos minutos e intenta de nuevo.', {
        retryAfter,
      });
  };
}
