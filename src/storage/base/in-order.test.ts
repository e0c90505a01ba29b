import { expect, it } from 'vitest';
import { inOrder, lastOf, settle } from './in-order.ts';

it('S3 a save that is asked for while others settle has the next one behind it, not beside it', async () => {
  const done: string[] = [];
  let go = (): void => undefined;
  const slow = new Promise<void>((resolve) => (go = resolve));
  const first = inOrder('draft', () => Promise.resolve());
  const settled = settle('draft');
  const second = inOrder('draft', () => slow.then(() => void done.push('second')));
  await Promise.all([first, settled]);
  const third = inOrder('draft', () => Promise.resolve(void done.push('third')));
  go();
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
});

it('S3 how the last save ended is forgotten once it has settled', async () => {
  const failed = inOrder('draft', () => Promise.reject(new Error('no room')));
  await expect(failed).rejects.toThrow('no room');
  await settle('draft');
  expect(await lastOf('draft')).toBeUndefined();
});
