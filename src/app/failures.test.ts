import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/problem.ts';
import { reportCaught } from './failures.ts';

afterEach(() => vi.unstubAllGlobals());

describe('what an error boundary caught', () => {
  it('S20 a storage problem is shown and is no bug; everything else reaches the console', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const bug = new TypeError('bug');
    reportCaught(new StorageProblem('locked'));
    reportCaught(bug);
    expect(report).toHaveBeenCalledExactlyOnceWith(bug);
  });
});
