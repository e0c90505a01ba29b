import { afterEach, expect, it } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import {
  clearBackgroundStorageProblem,
  readBackgroundStorageProblem,
  showUncaughtStorageProblems,
} from '../kit/failures.ts';

showUncaughtStorageProblems();
afterEach(() => clearBackgroundStorageProblem('full'));

const createErrorEvent = (error: unknown) => new ErrorEvent('error', { error, cancelable: true });

it('S20 the app shows a storage problem that a screen only passed to `reportError`, and does not log it', () => {
  expect(window.dispatchEvent(createErrorEvent(new StorageProblem('full')))).toBe(false);
  expect(readBackgroundStorageProblem()).toBe('full');
});

it('S20 the app logs a bug that a screen passed to `reportError`, and shows no storage problem', () => {
  // Stops the event, because the test runner would report it as a failure of the test.
  window.addEventListener('error', (event) => event.stopImmediatePropagation(), { once: true });
  expect(window.dispatchEvent(createErrorEvent(new TypeError('bug')))).toBe(true);
  expect(readBackgroundStorageProblem()).toBeNull();
});
