import { expect, it } from 'vitest';
import { enqueueSave, lastSaveOf, waitForSaves } from './in-order.ts';

it('S3 saves of a draft that are requested during `waitForSaves` run one after the other', async () => {
  const done: string[] = [];
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const first = enqueueSave('draft', () => Promise.resolve());
  const settled = waitForSaves('draft');
  const second = enqueueSave('draft', () => slow.then(() => void done.push('second')));
  await Promise.all([first, settled]);
  const third = enqueueSave('draft', () => Promise.resolve(void done.push('third')));
  release();
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
});

it('S3 after `waitForSaves`, the outcome of the last save of a draft is no longer stored', async () => {
  const failed = enqueueSave('draft', () => Promise.reject(new Error('no room')));
  await expect(failed).rejects.toThrow('no room');
  await waitForSaves('draft');
  expect(await lastSaveOf('draft')).toBeUndefined();
});
