import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoginBody } from '#contract/auth.ts';
import { AppError } from '../errors.ts';
import type { SignInLimits } from './context.ts';

/** Production's: a person who mistypes is never stopped, a branch behind one address neither, a list of passwords is. */
export const SIGN_IN_LIMITS: SignInLimits = {
  perAddress: 10,
  perClient: 100,
  perAccount: 50,
  windowMs: 5 * 60_000,
};

const addressOf = (request: FastifyRequest): string => (request.body as LoginBody).email.toLowerCase();

/** A check that counts an attempt. @throws rate_limited with the seconds to wait */
export function signInLimit(
  app: FastifyInstance,
  limits: SignInLimits,
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
