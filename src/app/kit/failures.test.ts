import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem, reportBug } from '#storage/base/problem.ts';
import { reportFailure, forgetProblem, readBackgroundProblem } from './failures.ts';

afterEach(() => vi.unstubAllGlobals());

describe('what an error boundary caught', () => {
  it('S20 a storage problem is shown and is no bug; everything else reaches the console', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const bug = new TypeError('bug');
    reportBug(new StorageProblem('locked'));
    reportBug(bug);
    expect(report).toHaveBeenCalledExactlyOnceWith(bug);
  });
});

describe('work that nobody waits for', () => {
  it('S20 the database’s own error is a storage problem too, and one that is over is forgotten', () => {
    reportFailure(Object.assign(new Error('closed'), { name: 'DatabaseClosedError' }));
    expect(readBackgroundProblem()).toBe('closed');
    forgetProblem('full');
    expect(readBackgroundProblem()).toBe('closed');
    forgetProblem('closed');
    expect(readBackgroundProblem()).toBeNull();
  });

  it('S20 a transaction that was taken back under it asks to open again; a request that was given up does not', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const givenUp = new DOMException('given up', 'AbortError');
    reportFailure(givenUp);
    expect(readBackgroundProblem()).toBeNull();
    expect(report).toHaveBeenCalledExactlyOnceWith(givenUp);
    reportFailure(Object.assign(new Error('taken back'), { name: 'AbortError', inner: null }));
    expect(readBackgroundProblem()).toBe('closed');
    forgetProblem('closed');
  });
});
