import { describe, expect, it, vi } from 'vitest';
import { createBatcher } from './batches.ts';

const FAKE_LOG = {};

describe('P10.12 batches of log entries', () => {
  it('items added in one tick share a batch up to the maximum batch size; items added while a batch is handled are in a later batch', async () => {
    const batches: (readonly number[])[] = [];
    let release = () => {};
    const handle = async (_log: object, batch: readonly number[]) => {
      batches.push(batch);
      await new Promise<void>((resolve) => (release = resolve));
    };
    const add = createBatcher<object, number>({ handle, maxItems: 2 });
    const added = [1, 2, 3].map((item) => add(FAKE_LOG, item));
    await expect.poll(() => batches).toEqual([[1, 2]]);
    added.push(add(FAKE_LOG, 4));
    release();
    await expect
      .poll(() => batches)
      .toEqual([
        [1, 2],
        [3, 4],
      ]);
    release();
    await Promise.all(added);
  });

  it('after an error caused by one item, the other items are handled separately; after any other error, no item is handled again', async () => {
    const handle = vi.fn(async (_log: object, batch: readonly string[]) => {
      for (const item of batch) if (item !== 'good') throw new Error(item);
    });
    const isItemError = (error: unknown) => error instanceof Error && error.message === 'bad';
    const add = createBatcher<object, string>({ handle, isItemError });
    const statusesOf = async (...items: string[]) =>
      (await Promise.allSettled(items.map((item) => add(FAKE_LOG, item)))).map(({ status }) => status);
    expect(await statusesOf('good', 'bad', 'good')).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(handle).toHaveBeenCalledTimes(4);
    expect(await statusesOf('good', 'gone')).toEqual(['rejected', 'rejected']);
    expect(handle).toHaveBeenCalledTimes(5);
  });
});
