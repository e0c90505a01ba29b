// In happy-dom: what a screen hands to `reportError` arrives at the window.
import { afterEach, expect, it } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { forgetProblem, readBackgroundProblem, sayUnshownProblems } from '../kit/failures.ts';

sayUnshownProblems();
afterEach(() => forgetProblem('full'));

const failed = (error: unknown) => new ErrorEvent('error', { error, cancelable: true });

it('S20 a storage problem that a screen only passed on is said by the shell, and is no error of the console', () => {
  expect(window.dispatchEvent(failed(new StorageProblem('full')))).toBe(false);
  expect(readBackgroundProblem()).toBe('full');
});

it('S20 a bug is no storage problem, and stays what it is', () => {
  // The window's listener of the test runner would take it for a failure of its own.
  window.addEventListener('error', (event) => event.stopImmediatePropagation(), { once: true });
  expect(window.dispatchEvent(failed(new TypeError('bug')))).toBe(true);
  expect(readBackgroundProblem()).toBeNull();
});
