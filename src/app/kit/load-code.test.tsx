import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode, watchLeaving } from './load-code.ts';

const refused = () => Promise.reject(new Error('NS_BINDING_ABORTED'));

const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));

beforeEach(() => {
  vi.useFakeTimers();
  watchLeaving();
});
afterEach(() => {
  show(true);
  vi.useRealTimers();
});

/** What was told of it so far. */
function loading() {
  const told: string[] = [];
  loadCode(refused).catch(({ message }: Error) => told.push(message));
  return told;
}

it('a part that does not load is told at once', async () => {
  const told = loading();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['NS_BINDING_ABORTED']);
});

it('a page that is left keeps it to itself; one that stays after all tells it ten seconds later', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  show(false);
  const told = loading();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(1);
});

it('a page that has come back tells it at once again', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  show(true);
  const told = loading();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveLength(1);
});
