import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTimedOut, isIdle, LOCK_MINUTES, lockDelayMs, msUntilIdle } from './lock.ts';

const FIVE_MINUTES_MS = lockDelayMs(5);
const clocksAt = (wall: number, page = wall) => ({ wall, page });

describe('Lock screen lock after inactivity', () => {
  it.each([
    ['a moment before it is not yet', clocksAt(FIVE_MINUTES_MS - 1), false],
    ['at the minute it is', clocksAt(FIVE_MINUTES_MS), true],
    ['sleep counts, which the page’s own clock does not see', clocksAt(8 * 60 * 60_000, 1_000), true],
    ['a clock that was set back keeps nothing open', clocksAt(-60 * 60_000, FIVE_MINUTES_MS), true],
    ['a clock that jumped back by as much locks at once', clocksAt(-FIVE_MINUTES_MS, 1), true],
    ['a clock that was put right by seconds changes nothing', clocksAt(-30_000, 1_000), false],
  ])(
    'the screen locks after the idle time even if a clock was changed or the device slept: %s',
    (_what, now, idle) => {
      expect(isIdle(clocksAt(0), now, FIVE_MINUTES_MS)).toBe(idle);
    },
  );

  it('when the page starts, the screen locks if the idle time has passed on the device’s clock, or if this clock was set back', () => {
    expect(hasTimedOut(1_000, 1_000 + FIVE_MINUTES_MS, FIVE_MINUTES_MS)).toBe(true);
    expect(hasTimedOut(1_000 + FIVE_MINUTES_MS, 1_000, FIVE_MINUTES_MS)).toBe(true);
    expect(hasTimedOut(1_000, 1_000 + FIVE_MINUTES_MS - 1, FIVE_MINUTES_MS)).toBe(false);
  });

  it('the lock schedules its next check for the earliest time at which the screen may lock', () => {
    const moments = fc.record({
      wall: fc.integer({ min: 0, max: 1e9 }),
      page: fc.integer({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(moments, moments, fc.constantFrom(...LOCK_MINUTES), (since, passed, minutes) => {
        const after = lockDelayMs(minutes);
        const now = { wall: since.wall + passed.wall, page: since.page + passed.page };
        const wait = msUntilIdle(since, now, after);
        const then = { wall: now.wall + wait, page: now.page + wait };
        expect(isIdle(since, then, after)).toBe(true);
        if (wait > 0) expect(isIdle(since, now, after)).toBe(false);
      }),
    );
  });
});
