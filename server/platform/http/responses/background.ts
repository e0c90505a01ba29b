import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { waitAtMost } from '../../base/wait-at-most.ts';
import { toLoggableFaults } from './error-handler.ts';

/**
 * Runs work after the response was sent. Used for work whose duration would reveal information, or that depends on another
 * server.
 */
export interface BackgroundWork {
  /**
   * Starts the work after the current response has been sent. A failure is logged under `name`, without the error's message.
   * @param of request that caused the work, if any; its log is used
   */
  run(name: string, work: () => Promise<void>, of?: { readonly log: FastifyBaseLogger }): void;
  waitUntilDone(withinMs: number): Promise<void>;
}

export function createBackgroundWork(log: FastifyBaseLogger): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    run(name, work, of = { log }) {
      const ended = nextTurn()
        .then(work)
        .catch((error: unknown) => of.log.error({ faults: toLoggableFaults(error) }, `${name} failed`))
        .finally(() => running.delete(ended));
      running.add(ended);
    },
    async waitUntilDone(withinMs) {
      await waitAtMost(withinMs, Promise.all(running), undefined);
    },
  };
}
