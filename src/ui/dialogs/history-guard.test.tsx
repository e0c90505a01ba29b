import { expect, it, vi } from 'vitest';
import { listenToHistory, setHistoryGuard } from './history-guard.ts';

it('P10.7 a step in the history goes to the newest guard, and to the earlier one again after the newest was removed', () => {
  listenToHistory();
  const [earlier, newest] = [vi.fn(), vi.fn()];
  const step = () => window.dispatchEvent(new PopStateEvent('popstate'));
  const removeEarlier = setHistoryGuard(earlier);
  const removeNewest = setHistoryGuard(newest);
  step();
  expect([earlier.mock.calls.length, newest.mock.calls.length]).toEqual([0, 1]);
  removeNewest();
  step();
  expect([earlier.mock.calls.length, newest.mock.calls.length]).toEqual([1, 1]);
  removeEarlier();
  step();
  expect(earlier).toHaveBeenCalledOnce();
});
