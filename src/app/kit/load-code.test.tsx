import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode, observePageLeaving } from './load-code.ts';

const failLoad = () => Promise.reject(new Error('NS_BINDING_ABORTED'));

const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));

beforeEach(() => {
  vi.useFakeTimers();
  observePageLeaving();
});
afterEach(() => {
  show(true);
  vi.useRealTimers();
});

function loadAndRecord() {
  const told: string[] = [];
  loadCode(failLoad).catch(({ message }: Error) => told.push(message));
  return told;
}

it('`loadCode` reports a failed load immediately', async () => {
  const told = loadAndRecord();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['NS_BINDING_ABORTED']);
});

it('`loadCode` delays the report of a failed load by ten seconds when the user began to leave the page', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  show(false);
  const told = loadAndRecord();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveLength(1);
});

it('`loadCode` reports a failed load immediately again after the browser has restored the page', async () => {
  window.dispatchEvent(new Event('beforeunload'));
  show(true);
  const told = loadAndRecord();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveLength(1);
});
