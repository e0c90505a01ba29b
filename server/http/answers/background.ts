import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { describeFault } from './error-handler.ts';

/** Work that an answer does not wait for: its time would tell what the answer does not, or it hangs on another server. */
export interface Background {
  /** Begins it once what is being answered is on its way; a failure is logged under the name, without its words; `of` is the call that it belongs to, if any. */
  run(name: string, work: () => Promise<void>, of?: { readonly log: FastifyBaseLogger }): void;
  /** Resolves when all that was begun has ended, or after `withinMs`. */
  settled(withinMs: number): Promise<void>;
}

export function background(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(name, work, of = { log }) {
      const ended = nextTurn()
        .then(work)
        .catch((error: unknown) => of.log.error({ faults: describeFault(error) }, `${name} failed`))
        .finally(() => running.delete(ended));
      running.add(ended);
    },
    async settled(withinMs) {
      let giveUp: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (giveUp = setTimeout(resolve, withinMs)));
      await Promise.race([Promise.all(running), late]);
      clearTimeout(giveUp);
    },
  };
}
