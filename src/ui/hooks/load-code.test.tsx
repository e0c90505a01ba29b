import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode, observePageLeaving } from './load-code.ts';

const failLoad = () => Promise.reject(new Error('NS_BINDING_ABORTED'));

const dispatchPageShow = (persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));

beforeEach(() => {
  vi.useFakeTimers();
  observePageLeaving();
});
afterEach(() => {
  dispatchPageShow(true);
  vi.useRealTimers();
});

function loadAndRecordErrors() {
  const told: string[] = [];
  loadCode(failLoad).catch(({ message }: Error) => told.push(message));
  return told;
}

it('`loadCode` reports a failed load immediately', async () => {
  const told = loadAndRecordErrors();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['NS_BINDING_ABORTED']);
});

it('`loadCode` delays the report of a failed load by ten seconds when the user began to leave the page', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  dispatchPageShow(false);
  const told = loadAndRecordErrors();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(1);
});

it('after the browser has restored the page, `loadCode` once more reports a failed load without delay', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  dispatchPageShow(true);
  const told = loadAndRecordErrors();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveLength(1);
});
