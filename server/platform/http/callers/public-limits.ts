import type { FastifyRequest } from 'fastify';
import { BOARD_POLL_INTERVAL_MS, WORKING_BOARDS_MAX } from '#contract/records/waiting-room.ts';
import { clientNetwork } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { countAttemptOrGetWaitSeconds } from './count-attempt.ts';
import type { Context } from '../context/context.ts';

/**
 * Maximum number of document verifications per client address within the time window. Enough for a clerk with a stack of
 * documents, too few for a program that guesses codes.
 */
export const MAX_VERIFICATIONS_PER_CLIENT = 60;

/** Maximum number of complete OpenAPI documents per client address within the time window; a 304 is not counted. */
export const MAX_API_DOCUMENTS_PER_CLIENT = 60;

const PUBLIC_CALL_WINDOW_MS = 5 * 60_000;

/**
 * Maximum number of board requests per client address within the time window. Enough for all boards of two branches behind one
 * address, or of one branch whose pages also request after a reload or a cut.
 */
export const MAX_BOARD_VIEWS_PER_CLIENT =
  2 * WORKING_BOARDS_MAX * (PUBLIC_CALL_WINDOW_MS / BOARD_POLL_INTERVAL_MS);

/**
 * Counts a call without a session. All server processes share the counter, which is in the database.
 * @throws rate_limited with the seconds to wait
 */
async function countOrRejectPublicCall(
  { db }: Pick<Context, 'db'>,
  { ip }: FastifyRequest,
  { name, most }: { readonly name: string; readonly most: number },
): Promise<void> {
  const counter = { name: `${name} client ${clientNetwork(ip)}`, most };
  const retryAfter = await countAttemptOrGetWaitSeconds(db, [counter], PUBLIC_CALL_WINDOW_MS);
  if (retryAfter > 0)
    throw new AppError('rate_limited', 'Demasiadas consultas. Espera unos minutos e intenta de nuevo.', {
      retryAfter,
    });
}

export const countOrRejectVerification = (
  context: Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<void> =>
  countOrRejectPublicCall(context, request, { name: 'verification', most: MAX_VERIFICATIONS_PER_CLIENT });

export const countOrRejectApiDocument = (
  context: Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<void> =>
  countOrRejectPublicCall(context, request, { name: 'api document', most: MAX_API_DOCUMENTS_PER_CLIENT });

export const countOrRejectBoardView = (
  context: Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<void> =>
  countOrRejectPublicCall(context, request, { name: 'board', most: MAX_BOARD_VIEWS_PER_CLIENT });
