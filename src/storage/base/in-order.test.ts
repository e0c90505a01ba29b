import { expect, it } from 'vitest';
import { runInOrder, lastSaveOf, waitForSaves } from './in-order.ts';

it('S3 saves of a draft that are requested during `waitForSaves` run one after the other', async () => {
  const done: string[] = [];
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const first = runInOrder('draft', () => Promise.resolve());
  const settled = waitForSaves('draft');
  const second = runInOrder('draft', () => slow.then(() => void done.push('second')));
  await Promise.all([first, settled]);
  const third = runInOrder('draft', () => Promise.resolve(void done.push('third')));
  release();
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
});

it('S3 after `waitForSaves`, the outcome of the last save of a draft is no longer stored', async () => {
  const failed = runInOrder('draft', () => Promise.reject(new Error('no room')));
  await expect(failed).rejects.toThrow('no room');
  await waitForSaves('draft');
  expect(await lastSaveOf('draft')).toBeUndefined();
});
