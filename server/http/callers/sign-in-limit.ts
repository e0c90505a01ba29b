import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { countAttempt } from '../../commands/accounts/count-attempt.ts';
import type { Context, SignInLimits } from '../context/context.ts';

/** Production's limits: above a person's typing errors and a branch behind one address. */
export const SIGN_IN_LIMITS: SignInLimits = {
  perAddress: 10,
  perClient: 100,
  perAccount: 50,
  windowMs: 5 * 60_000,
};

/** The account that the body names. */
export const addressOfBody = (request: FastifyRequest): string =>
  (request.body as { readonly email: string }).email.toLowerCase();
/** The account of the session. */
export const addressOfSession = (request: FastifyRequest): string => request.actor?.email ?? '';

/** What is limited; each has counters of its own. */
type Limited = 'sign-in' | 'password change' | 'password reset' | 'signature';

/**
 * A check that counts an attempt, in the database: several providers have one limit, and one that cannot count lets
 * nobody try. A device that the account used before has a counter of its own: wrong passwords from elsewhere lock nobody out there.
 * @param ownDevice its key; null for any other
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
            // Whoever can name any client address, as from behind a trusted proxy, still guesses at one account only so often.
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
