import { SerialTaskQueue } from '#domain/serial.ts';
import { runPriorityStorageOperation } from './problem.ts';

const draftSaveQueues = new Map<string, SerialTaskQueue>();

/** Runs the saves of a draft in the order of the calls; without it, encryption could reorder them. */
export function enqueueDraftSave(id: string, work: () => Promise<void>): Promise<void> {
  const queue = draftSaveQueues.get(id) ?? new SerialTaskQueue();
  draftSaveQueues.set(id, queue);
  return queue.run(() => runPriorityStorageOperation(work));
}

export const lastDraftSaveOf = (id: string): Promise<unknown> =>
  draftSaveQueues.get(id)?.last ?? Promise.resolve();

/** Waits for the requested saves, and ignores their errors, which the callers have received. */
export async function waitForDraftSaves(id: string): Promise<void> {
  const last = lastDraftSaveOf(id);
  await last.catch(() => undefined);
  // The queue stays if another save was requested in the meantime, because later saves must wait for that save.
  if (draftSaveQueues.get(id)?.last === last) draftSaveQueues.delete(id);
}
