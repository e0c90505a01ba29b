import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/routes/routes.ts';
import { limitKeyOf } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { type FairQueue, openFairQueue } from '../../base/fair-queue.ts';

/** Queues that alternate between users, so that many requests of one user delay only this user. */
export interface RequestQueues {
  /** All requests with a session cookie, by session. */
  readonly sessions: FairQueue;
  /** JSON reads, by user, who may have several sessions. */
  readonly reads: FairQueue;
}

const RUNNING_REQUESTS_PER_SESSION = 2;

const QUEUE_LIMITS = {
  waitingPerPerson: 60,
  waiting: 1_000,
  fullText: 'Hay muchas consultas en camino. Intenta de nuevo en unos segundos.',
} as const;

/** Creates the queues. The limit of all reads is below the number of database connections. */
export const openRequestQueues = (): RequestQueues => ({
  sessions: openFairQueue({
    ...QUEUE_LIMITS,
    atOnce: Infinity,
    atOncePerPerson: RUNNING_REQUESTS_PER_SESSION,
  }),
  reads: openFairQueue({ ...QUEUE_LIMITS, atOnce: 12, atOncePerPerson: 1 }),
});

/** Creates the error for a closed connection; no client receives the response. */
const connectionClosedError = (): AppError => new AppError('request_timeout', 'La conexión se cerró.');

/**
 * Runs a read of a signed-in user in the read queue, and skips the read if its connection has closed. A file that is read in
 * parts runs each part in the queue.
 * @throws the errors of `FairQueue.run`
 */
export const runInReadQueue = <Result>(
  { reads }: Pick<RequestQueues, 'reads'>,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> =>
  reads.run(limitKeyOf(request), async () => {
    if (request.raw.socket.destroyed) throw connectionClosedError();
    return work();
  });

/**
 * Runs a JSON read of a signed-in user in the read queue. Other requests run immediately: documents and files, which may take
 * seconds, have separate queues.
 * @throws the errors of `FairQueue.run`
 */
export function runInQueueIfRead<Result>(
  queues: RequestQueues,
  { method, access, answer }: Pick<Route, 'method' | 'access' | 'answer'>,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (method !== 'GET' || access === 'public' || !answer) return work();
  return runInReadQueue(queues, request, work);
}
