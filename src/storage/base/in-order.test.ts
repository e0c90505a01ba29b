import { expect, it } from 'vitest';
import { enqueueDraftSave, lastDraftSaveOf, waitForDraftSaves } from './in-order.ts';

it('S3 a draft save waits for an unfinished save that was requested during an earlier `waitForDraftSaves`', async () => {
  const done: string[] = [];
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const first = enqueueDraftSave('draft', () => Promise.resolve());
  const settled = waitForDraftSaves('draft');
  const second = enqueueDraftSave('draft', () => slow.then(() => void done.push('second')));
  await Promise.all([first, settled]);
  const third = enqueueDraftSave('draft', () => Promise.resolve(void done.push('third')));
  release();
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
});

it('S3 after `waitForDraftSaves`, the outcome of the last save of a draft is no longer stored', async () => {
  const failed = enqueueDraftSave('draft', () => Promise.reject(new Error('no room')));
  await expect(failed).rejects.toThrow('no room');
  await waitForDraftSaves('draft');
  expect(await lastDraftSaveOf('draft')).toBeUndefined();
});
