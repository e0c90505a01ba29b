import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem, reportBug } from '#storage/base/problem.ts';
import { reportFailure, clearBackgroundStorageProblem, readBackgroundStorageProblem } from './failures.ts';

afterEach(() => vi.unstubAllGlobals());

describe('`reportBug`', () => {
  it("S20 `reportBug` passes every error except storage problems to the browser's error reporting", () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const bug = new TypeError('bug');
    reportBug(new StorageProblem('locked'));
    reportBug(bug);
    expect(report).toHaveBeenCalledExactlyOnceWith(bug);
  });
});

describe('`reportFailure` for background work', () => {
  it('S20 `reportFailure` records an error of the database as a storage problem until that problem is cleared', () => {
    reportFailure(Object.assign(new Error('closed'), { name: 'DatabaseClosedError' }));
    expect(readBackgroundStorageProblem()).toBe('closed');
    clearBackgroundStorageProblem('full');
    expect(readBackgroundStorageProblem()).toBe('closed');
    clearBackgroundStorageProblem('closed');
    expect(readBackgroundStorageProblem()).toBeNull();
  });

  it('S20 `reportFailure` records an aborted transaction as a closed connection, and reports an aborted request as a bug', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const givenUp = new DOMException('given up', 'AbortError');
    reportFailure(givenUp);
    expect(readBackgroundStorageProblem()).toBeNull();
    expect(report).toHaveBeenCalledExactlyOnceWith(givenUp);
    reportFailure(Object.assign(new Error('taken back'), { name: 'AbortError', inner: null }));
    expect(readBackgroundStorageProblem()).toBe('closed');
    clearBackgroundStorageProblem('closed');
  });
});
