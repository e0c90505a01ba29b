// Tests in happy-dom, whose window receives the errors that a screen passes to `reportError`.
import { afterEach, expect, it } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { clearBackgroundProblem, readBackgroundProblem, showUnshownProblems } from '../kit/failures.ts';

showUnshownProblems();
afterEach(() => clearBackgroundProblem('full'));

const failed = (error: unknown) => new ErrorEvent('error', { error, cancelable: true });

it('S20 a storage problem that a screen only passed to `reportError` is shown and not logged to the console', () => {
  expect(window.dispatchEvent(failed(new StorageProblem('full')))).toBe(false);
  expect(readBackgroundProblem()).toBe('full');
});

it('S20 a bug is still logged to the console and shows no storage problem', () => {
  // The event is stopped, because the test runner’s listener would report it as a failure of the test.
  window.addEventListener('error', (event) => event.stopImmediatePropagation(), { once: true });
  expect(window.dispatchEvent(failed(new TypeError('bug')))).toBe(true);
  expect(readBackgroundProblem()).toBeNull();
});
