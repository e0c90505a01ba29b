interface QueuedItem<Item> {
  readonly item: Item;
  readonly done: () => void;
  readonly failed: (reason: unknown) => void;
}

interface BatchDefinition<Target, Item> {
  readonly handle: (target: Target, batch: readonly Item[]) => Promise<void>;
  /** Maximum number of items in a batch; unlimited by default. */
  readonly maxItems?: number;
  /**
   * Returns true if one item caused the error, so that each item is handled again as a separate batch. After any other error the
   * batch may have taken effect, and a second attempt could duplicate its items.
   */
  readonly isItemError?: (error: unknown) => boolean;
}

/**
 * Returns a function that handles the items of concurrent callers in batches: for each target one batch at a time, in order.
 * Items that arrive during a batch are in a later one. The function resolves when the item was handled, and rejects with the
 * error of its batch.
 */
export function createBatcher<Target extends object, Item>({
  handle,
  maxItems = Number.POSITIVE_INFINITY,
  isItemError = () => false,
}: BatchDefinition<Target, Item>): (target: Target, item: Item) => Promise<void> {
  const queues = new WeakMap<Target, QueuedItem<Item>[]>();
  const handleBatch = async (target: Target, batch: readonly QueuedItem<Item>[]): Promise<void> => {
    try {
      await handle(
        target,
        batch.map(({ item }) => item),
      );
      for (const { done } of batch) done();
    } catch (error) {
      if (batch.length > 1 && isItemError(error)) for (const one of batch) await handleBatch(target, [one]);
      else for (const { failed } of batch) failed(error);
    }
  };
  const handleAll = async (target: Target, queue: QueuedItem<Item>[]) => {
    // Waits until the other callers of this tick have joined the same batch.
    await Promise.resolve();
    while (queue.length > 0) await handleBatch(target, queue.splice(0, maxItems));
    queues.delete(target);
  };
  return (target, item) =>
    new Promise((done, failed) => {
      const running = queues.get(target);
      const queue = running ?? [];
      queue.push({ item, done, failed });
      if (running) return;
      queues.set(target, queue);
      void handleAll(target, queue);
    });
}
