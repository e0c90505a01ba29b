import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import type { SignInLimits } from '../context/context.ts';

/** Production's: a person who mistypes is never stopped, a branch behind one address neither, a list of passwords is. */
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

/**
 * A check that counts an attempt; each call of this has counters of its own.
 * @throws rate_limited with the seconds to wait
 */
export function attemptLimit(
  app: FastifyInstance,
  limits: SignInLimits,
  addressOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const timeWindow = limits.windowMs;
  const checks = [
    app.createRateLimit({ max: limits.perClient, timeWindow, keyGenerator: (request) => request.ip }),
    app.createRateLimit({
      max: limits.perAddress,
      timeWindow,
      keyGenerator: (request) => `${request.ip} ${addressOf(request)}`,
    }),
    // Whoever can name any client address, as from behind a trusted proxy, still guesses at one account only so often.
    app.createRateLimit({
      max: limits.perAccount,
      timeWindow,
      keyGenerator: (request) => `account ${addressOf(request)}`,
    }),
  ];
  return async (request) => {
    for (const check of checks) {
      const verdict = await check(request);
      if (!verdict.isAllowed && verdict.isExceeded)
        throw new AppError('rate_limited', 'Demasiados intentos. Espera unos minutos e intenta de nuevo.', {
          retryAfter: Math.max(1, verdict.ttlInSeconds),
        });
    }
  };
}
