import type { FastifyRequest } from 'fastify';
import { BOARD_POLL_INTERVAL_MS } from '#contract/records/waiting-room.ts';
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

/** Screens that may show one board at the same time. */
const SCREENS_PER_BOARD = 10;
/** Maximum number of requests of one board within the time window. */
export const MAX_VIEWS_PER_BOARD = SCREENS_PER_BOARD * (PUBLIC_CALL_WINDOW_MS / BOARD_POLL_INTERVAL_MS);
/** Maximum number of requests with unknown tokens per client address within the time window. */
export const MAX_UNKNOWN_BOARDS_PER_CLIENT = 60;

const clientCounterName = (name: string, { ip }: FastifyRequest): string =>
  `${name} client ${clientNetwork(ip)}`;

/**
 * Counts a call without a session. All server processes share the counter, which is in the database.
 * @throws rate_limited with the seconds to wait
 */
async function countOrRejectPublicCall(
  { db }: Pick<Context, 'db'>,
  counter: { readonly name: string; readonly most: number },
): Promise<void> {
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
  countOrRejectPublicCall(context, {
    name: clientCounterName('verification', request),
    most: MAX_VERIFICATIONS_PER_CLIENT,
  });

export const countOrRejectApiDocument = (
  context: Pick<Context, 'db'>,
  request: FastifyRequest,
): Promise<void> =>
  countOrRejectPublicCall(context, {
    name: clientCounterName('api document', request),
    most: MAX_API_DOCUMENTS_PER_CLIENT,
  });

/**
 * Counts a request of a board. A working board has its own counter, so that no client at the same address can exhaust it with
 * unknown tokens.
 * @param boardId null for an unknown token
 */
export const countOrRejectBoardView = (
  context: Pick<Context, 'db'>,
  request: FastifyRequest,
  boardId: string | null,
): Promise<void> =>
  countOrRejectPublicCall(
    context,
    boardId === null
      ? { name: clientCounterName('unknown board', request), most: MAX_UNKNOWN_BOARDS_PER_CLIENT }
      : { name: `board ${boardId}`, most: MAX_VIEWS_PER_BOARD },
  );
