import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/routes/routes.ts';
import { shareKeyOf } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { type FairQueue, openFairQueue } from '../../base/fair-queue.ts';

/** Queues that are fair between users, so that many requests of one user delay only that user. */
export interface RequestQueues {
  /** Queue per session, for the query that finds the session. */
  readonly sessions: FairQueue;
  readonly reads: FairQueue;
}

const SHARE = {
  atOncePerPerson: 2,
  waitingPerPerson: 60,
  waiting: 1_000,
  fullText: 'Hay muchas consultas en camino. Intenta de nuevo en unos segundos.',
} as const;

/** Creates the queues. Fewer requests run at once than there are database connections. */
export const openRequestQueues = (): RequestQueues => ({
  sessions: openFairQueue({ ...SHARE, atOnce: 12 }),
  reads: openFairQueue({ ...SHARE, atOnce: 12 }),
});

/** Creates the error for a closed connection. No client receives this response. */
const hungUp = (): AppError => new AppError('request_timeout', 'La conexión se cerró.');

/**
 * Runs a JSON read of a signed-in user in a queue that is fair between users, and skips the read when its connection has
 * closed. Other requests run immediately: documents and files, which may take seconds, have separate queues.
 * @throws as FairQueue.run
 */
export function runInReadQueue<Result>(
  { reads }: RequestQueues,
  { method, access, answer }: Pick<Route, 'method' | 'access' | 'answer'>,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (method !== 'GET' || access === 'public' || !answer) return work();
  return reads.run(shareKeyOf(request), async () => {
    if (request.raw.socket.destroyed) throw hungUp();
    return work();
  });
}
