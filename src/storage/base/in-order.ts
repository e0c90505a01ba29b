import { SerialTaskQueue } from '#domain/serial.ts';
import { runPriorityStorageOperation } from './problem.ts';

const queues = new Map<string, SerialTaskQueue>();

/** Runs the saves of a draft in the order of the calls; without it, encryption could reorder them. */
export function enqueueSave(id: string, work: () => Promise<void>): Promise<void> {
  const queue = queues.get(id) ?? new SerialTaskQueue();
  queues.set(id, queue);
  return queue.run(() => runPriorityStorageOperation(work));
}

export const lastSaveOf = (id: string): Promise<unknown> => queues.get(id)?.last ?? Promise.resolve();

/** Waits for the requested saves, and ignores their errors, which the callers have received. */
export async function waitForSaves(id: string): Promise<void> {
  const last = lastSaveOf(id);
  await last.catch(() => undefined);
  // The queue stays if another save was requested in the meantime, because later saves must wait for that save.
  if (queues.get(id)?.last === last) queues.delete(id);
}
