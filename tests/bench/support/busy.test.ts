import { describe, expect, it } from 'vitest';
import { computeBusyShare, rejectBusyMachine } from './busy.ts';

const createCore = (idle: number, user: number) => ({ times: { idle, user, nice: 0, sys: 0, irq: 0 } });

describe('check for a busy machine', () => {
  it('computeBusyShare returns the share of processor time that was not idle', () => {
    expect(
      computeBusyShare([createCore(0, 0), createCore(100, 50)], [createCore(100, 0), createCore(140, 110)]),
    ).toBeCloseTo(0.3);
    expect(computeBusyShare([createCore(1, 1)], [createCore(1, 1)])).toBe(0);
  });

  it('the busy check throws an error with instructions when the machine is busy and the override is not set', () => {
    expect(() => rejectBusyMachine(0.6, {})).toThrow(/60 %.*BENCH_UNDER_LOAD=1 npm run bench/);
    expect(() => rejectBusyMachine(0.6, { BENCH_UNDER_LOAD: '1' })).not.toThrow();
    expect(() => rejectBusyMachine(0.05, {})).not.toThrow();
  });
});
