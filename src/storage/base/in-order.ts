import { Serial } from '#domain/serial.ts';
import { withStoragePriority } from './problem.ts';

const queues = new Map<string, Serial>();

/** Runs the saves of one draft in the order of the calls, because encryption takes varying time. */
export function runInOrder(id: string, work: () => Promise<void>): Promise<void> {
  const queue = queues.get(id) ?? new Serial();
  queues.set(id, queue);
  return queue.run(() => withStoragePriority(work));
}

/** Returns the promise of the last requested save. */
export const lastSaveOf = (id: string): Promise<unknown> => queues.get(id)?.last ?? Promise.resolve();

/** Waits for the requested saves and forgets the outcome, which the callers have received. */
export async function waitForSaves(id: string): Promise<void> {
  const last = lastSaveOf(id);
  await last.catch(() => undefined);
  // Keep the queue if another save was requested in the meantime, otherwise the next one would run concurrently.
  if (queues.get(id)?.last === last) queues.delete(id);
}
