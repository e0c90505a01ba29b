import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { countAttempt } from '../../commands/accounts/count-attempt.ts';
import type { Context } from '../context/context.ts';

/**
 * Maximum number of verifications per client address within the window. Enough for a clerk with a stack of documents, too few
 * for a program that guesses codes.
 */
export const VERIFICATIONS_MAX = 60;
const WINDOW_MS = 5 * 60_000;

/**
 * Counts a verification. All server processes share the counter, which is in the database.
 * @throws rate_limited with the seconds to wait
 */
export async function countVerification({ db }: Pick<Context, 'db'>, { ip }: FastifyRequest): Promise<void> {
  const counter = { name: `verification client ${clientNetwork(ip)}`, most: VERIFICATIONS_MAX };
  const retryAfter = await countAttempt(db, [counter], WINDOW_MS);
  if (retryAfter > 0)
    throw new AppError('rate_limited', 'Demasiadas consultas. Espera unos minutos e intenta de nuevo.', {
      retryAfter,
    });
}
