import { Serial } from '#domain/serial.ts';
import { storingFirst } from './problem.ts';

const queues = new Map<string, Serial>();

/** Runs the saves of one draft in the order of the calls, because encryption takes varying time. */
export function inOrder(id: string, work: () => Promise<void>): Promise<void> {
  const queue = queues.get(id) ?? new Serial();
  queues.set(id, queue);
  return queue.run(() => storingFirst(work));
}

/** Returns the promise of the last requested save. */
export const lastOf = (id: string): Promise<unknown> => queues.get(id)?.last ?? Promise.resolve();

/** Waits for the requested saves and forgets the outcome, which the callers have received. */
export async function settle(id: string): Promise<void> {
  const last = lastOf(id);
  await last.catch(() => undefined);
  // Keep the queue if another save was requested in the meantime, otherwise the next one would run concurrently.
  if (queues.get(id)?.last === last) queues.delete(id);
}
