import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdSearches } from './search-hold.ts';
import { usePausedValue } from './use-paused-value.ts';

const WAIT_MS = 400;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  holdSearches(0);
  vi.useRealTimers();
});

function typeInto(texts: readonly string[]) {
  const { result, rerender } = renderHook(({ text }) => usePausedValue(text, WAIT_MS), {
    initialProps: { text: '' },
  });
  for (const text of texts) rerender({ text });
  return { result, rerender };
}

it('P9 `usePausedValue` returns a typed text when typing has paused, counted from its last change', () => {
  const { result, rerender } = typeInto(['f']);
  pass(WAIT_MS - 1);
  rerender({ text: 'fl' });
  pass(WAIT_MS - 1);
  expect(result.current).toBe('');
  pass(1);
  expect(result.current).toBe('fl');
});

it('P10.31 `usePausedValue` returns no text before the end of a longer hold, and none that was taken back until then', () => {
  holdSearches(550);
  const { result, rerender } = typeInto(['03123']);
  pass(549);
  expect(result.current).toBe('');
  rerender({ text: '' });
  pass(WAIT_MS);
  expect(result.current).toBe('');
  holdSearches(550);
  rerender({ text: '03123' });
  pass(550);
  expect(result.current).toBe('03123');
});
