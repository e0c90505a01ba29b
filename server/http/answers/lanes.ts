import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/routes/routes.ts';
import { sharerOf } from '../../base/client-network.ts';
import { AppError } from '../../base/errors.ts';
import { type FairLane, openFairLane } from '../../base/fair-lane.ts';

/** Turns by user, so that many calls of one delay that one only. */
export interface Lanes {
  /** By session, for the query that finds it. */
  readonly sessions: FairLane;
  readonly reads: FairLane;
}

const SHARE = {
  atOncePerPerson: 2,
  waitingPerPerson: 60,
  waiting: 1_000,
  fullText: 'Hay muchas consultas en camino. Intenta de nuevo en unos segundos.',
} as const;

/** Fewer at once than the database has connections. */
export const openLanes = (): Lanes => ({
  sessions: openFairLane({ ...SHARE, atOnce: 12 }),
  reads: openFairLane({ ...SHARE, atOnce: 12 }),
});

/** The connection is gone: nobody receives the response. */
const hungUp = (): AppError => new AppError('request_timeout', 'La conexión se cerró.');

/**
 * Runs a read of JSON by a signed-in user in turns by user, and not at all once its connection is closed. Other calls run at once:
 * documents and files, which may take seconds, have lanes of their own.
 * @throws as FairLane.run
 */
export function inReadLane<Result>(
  { reads }: Lanes,
  { method, access, answer }: Pick<Route, 'method' | 'access' | 'answer'>,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (method !== 'GET' || access === 'public' || !answer) return work();
  return reads.run(sharerOf(request), async () => {
    if (request.raw.socket.destroyed) throw hungUp();
    return work();
  });
}
