import { Serial } from '#domain/serial.ts';
import { storingFirst } from './problem.ts';

const queues = new Map<string, Serial>();

/** Saves of one draft run in the order in which they were asked for: sealing takes unequal time. */
export function inOrder(id: string, work: () => Promise<void>): Promise<void> {
  const queue = queues.get(id) ?? new Serial();
  queues.set(id, queue);
  return queue.run(() => storingFirst(work));
}

/** Settles with the last save that was asked for. */
export const lastOf = (id: string): Promise<unknown> => queues.get(id)?.last ?? Promise.resolve();

/** Waits for what was asked for and forgets how it ended: whoever asked has been told. */
export async function settle(id: string): Promise<void> {
  const last = lastOf(id);
  await last.catch(() => undefined);
  // Beside what was asked for meanwhile the next save would run at the same time.
  if (queues.get(id)?.last === last) queues.delete(id);
}
