import { expect, it } from 'vitest';
import { SerialTaskQueue } from './serial.ts';

it("a serial queue starts each task when the previous one has ended, and reports a task's failure only to its own caller", async () => {
  const serial = new SerialTaskQueue();
  const told: string[] = [];
  const slow = serial.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    told.push('slow');
    throw new Error('slow failed');
  });
  const fast = serial.run(() => {
    told.push('fast');
    return Promise.resolve('done');
  });
  expect(serial.last).toBe(fast);
  await expect(slow).rejects.toThrow('slow failed');
  expect(await fast).toBe('done');
  expect(told).toEqual(['slow', 'fast']);
});
