import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem, reportBug } from '#storage/base/problem.ts';
import { reportFailure, clearBackgroundProblem, readBackgroundProblem } from './failures.ts';

afterEach(() => vi.unstubAllGlobals());

describe('errors caught by an error boundary', () => {
  it('S20 the console gets every caught error except storage problems', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const bug = new TypeError('bug');
    reportBug(new StorageProblem('locked'));
    reportBug(bug);
    expect(report).toHaveBeenCalledExactlyOnceWith(bug);
  });
});

describe('background work', () => {
  it('S20 an error of the database in background work is a storage problem, which is cleared when it is over', () => {
    reportFailure(Object.assign(new Error('closed'), { name: 'DatabaseClosedError' }));
    expect(readBackgroundProblem()).toBe('closed');
    clearBackgroundProblem('full');
    expect(readBackgroundProblem()).toBe('closed');
    clearBackgroundProblem('closed');
    expect(readBackgroundProblem()).toBeNull();
  });

  it('S20 an aborted transaction counts as a closed connection; an aborted request does not', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const givenUp = new DOMException('given up', 'AbortError');
    reportFailure(givenUp);
    expect(readBackgroundProblem()).toBeNull();
    expect(report).toHaveBeenCalledExactlyOnceWith(givenUp);
    reportFailure(Object.assign(new Error('taken back'), { name: 'AbortError', inner: null }));
    expect(readBackgroundProblem()).toBe('closed');
    clearBackgroundProblem('closed');
  });
});
