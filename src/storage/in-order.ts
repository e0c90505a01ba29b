import { storing } from './problem.ts';

const queues = new Map<string, Promise<void>>();

/** Saves of one draft run in the order in which they were asked for: sealing takes unequal time. */
export function inOrder(id: string, work: () => Promise<void>): Promise<void> {
  // A save that failed was reported to whoever asked for it; it must not stop the next one.
  const next = lastOf(id)
    .catch(() => undefined)
    .then(() => storing(work));
  queues.set(id, next);
  return next;
}

/** Settles with the last save that was asked for. */
export const lastOf = (id: string): Promise<void> => queues.get(id) ?? Promise.resolve();

/** Waits for what was asked for and forgets how it ended: whoever asked has been told. */
export async function settle(id: string): Promise<void> {
  await lastOf(id).catch(() => undefined);
  queues.delete(id);
}
