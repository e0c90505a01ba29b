import { describe, expect, it } from 'vitest';
import { mayTravel, paceAfter, UNKNOWN_PACE, type Exchange, type Pace } from './pace.ts';

const EVALUATION = 2_000;
const PHOTO = 100_000;
const PATIENCE = 30_000;

const answered = (size: number, took: number, answeredMeanwhile = size): Exchange => ({
  size,
  took,
  answeredMeanwhile,
  outcome: 'answered',
});
const after = (...exchanges: Exchange[]): Pace => exchanges.reduce(paceAfter, UNKNOWN_PACE);
const times = (count: number, exchange: Exchange): Exchange[] =>
  Array.from({ length: count }, () => exchange);

/** How many of a size travel beside each other at most. */
function atOnce(pace: Pace, size: number, isMultiplexed = false, patience = PATIENCE): number {
  const sizes: number[] = [];
  while (sizes.length < 100 && mayTravel(pace, { sizes, next: size, patience, isMultiplexed }))
    sizes.push(size);
  return sizes.length;
}

/** 150 ms, 250 bytes a millisecond; as the link is once a few answers have come. */
const LONG_LINK = after(
  ...times(4, answered(EVALUATION, 160, 40_000)),
  ...times(4, answered(PHOTO, 1_600, 400_000)),
);
/** 4 bytes a millisecond. */
const THIN_LINK = after(answered(EVALUATION, 700), answered(PHOTO, 25_000));

describe('S11 how many requests travel at once', () => {
  it('one always may, whatever is known', () => {
    const dead = after(...times(9, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' }));
    expect(atOnce(dead, PHOTO)).toBe(1);
    expect(atOnce({ ...THIN_LINK, ceiling: 1 }, 50_000_000)).toBe(1);
  });

  it('of an unknown link four evaluations, or the two pictures of one', () => {
    expect(atOnce(UNKNOWN_PACE, EVALUATION)).toBe(4);
    expect(atOnce(UNKNOWN_PACE, PHOTO)).toBe(2);
  });

  it('S19 of a link that has carried no file of late, as many files as small ones have shown that it bears', () => {
    expect(atOnce(after(...times(8, answered(EVALUATION, 640, 20 * EVALUATION))), PHOTO)).toBe(4);
    expect(atOnce(after(...times(8, answered(EVALUATION, 640))), PHOTO)).toBe(2);
    expect(atOnce(after(...times(8, answered(EVALUATION, 8_000, 20 * EVALUATION))), PHOTO)).toBe(2);
  });

  it('S19 of the largest attachments two, however quick the link is', () => {
    const quick = after(...times(8, answered(EVALUATION, 8)), ...times(4, answered(PHOTO, 1, 4 * PHOTO)));
    expect(atOnce(quick, 15_000_000, true)).toBe(2);
    expect(atOnce(quick, 2_000_000, true)).toBe(4);
  });

  it('S12 a small one beside a file, where the two would take too long one after the other', () => {
    const given = { patience: 15_000, isMultiplexed: false };
    expect(mayTravel(THIN_LINK, { ...given, sizes: [PHOTO], next: EVALUATION })).toBe(true);
    expect(mayTravel(THIN_LINK, { ...given, sizes: [PHOTO], next: PHOTO })).toBe(false);
  });

  it('S12 after files have timed out, one small one beside the file that is tried again, and no second', () => {
    const hung = after(
      answered(EVALUATION, 200),
      ...times(4, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' }),
    );
    const given = { next: EVALUATION, patience: 15_000, isMultiplexed: false };
    expect(mayTravel(hung, { ...given, sizes: [PHOTO] })).toBe(true);
    expect(mayTravel(hung, { ...given, sizes: [PHOTO, EVALUATION] })).toBe(false);
    expect(mayTravel(hung, { ...given, sizes: [PHOTO], next: PHOTO })).toBe(false);
  });

  it('four on a quick link, where more would only wait at the provider', () => {
    const quick = after(...times(8, answered(EVALUATION, 8)), ...times(4, answered(PHOTO, 30, 4 * PHOTO)));
    expect(atOnce(quick, PHOTO)).toBe(4);
  });

  it('more where the way is long: as many small ones as it holds, as far as the browser has connections', () => {
    expect(atOnce(LONG_LINK, EVALUATION)).toBe(6);
    expect(atOnce(LONG_LINK, EVALUATION, true)).toBeGreaterThan(12);
    expect(atOnce(LONG_LINK, EVALUATION, true)).toBeLessThanOrEqual(24);
  });

  it('files go beside small ones whose answers are awaited, four of them without a reason', () => {
    const sizes = times(20, answered(EVALUATION, 1)).map(({ size }) => size);
    const beside = (files: number) =>
      mayTravel(LONG_LINK, {
        sizes: [...sizes, ...Array.from({ length: files }, () => PHOTO)],
        next: PHOTO,
        patience: PATIENCE,
        isMultiplexed: true,
      });
    expect([0, 3, 4].map(beside)).toEqual([true, true, false]);
  });

  it('leaves the page two connections beside files, and one or two soon beside evaluations', () => {
    expect(atOnce(LONG_LINK, PHOTO)).toBe(4);
    const sizes = [EVALUATION, EVALUATION, PHOTO, PHOTO, PHOTO, PHOTO];
    expect(mayTravel(LONG_LINK, { sizes, next: EVALUATION, patience: PATIENCE, isMultiplexed: false })).toBe(
      false,
    );
  });

  it('S19 fewer where all of them would be given up before the last byte has gone', () => {
    expect(atOnce(THIN_LINK, PHOTO)).toBe(1);
    expect(atOnce(THIN_LINK, 25_000)).toBe(2);
    expect(atOnce(THIN_LINK, PHOTO, true)).toBe(1);
  });

  it('S19 half as many after a time-out, and one more with each answer', () => {
    const once = paceAfter(LONG_LINK, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' });
    expect(atOnce(once, PHOTO)).toBe(2);
    const twice = paceAfter(once, { ...answered(PHOTO, PATIENCE), outcome: 'timeout' });
    expect(atOnce(twice, PHOTO)).toBe(1);
    expect(atOnce(paceAfter(twice, answered(PHOTO, 1_600, 400_000)), PHOTO)).toBe(2);
  });

  it('silence says nothing of how much the link bears', () => {
    expect(paceAfter(LONG_LINK, { ...answered(PHOTO, 10), outcome: 'no_answer' })).toBe(LONG_LINK);
  });

  it('S8 a clock that was set back is no endless speed', () => {
    expect(atOnce(after(answered(EVALUATION, -86_400_000)), EVALUATION, true)).toBeLessThanOrEqual(24);
  });

  it('forgets what the link was eight answers ago', () => {
    const slowNow = [...times(8, answered(PHOTO, 25_000))].reduce(paceAfter, LONG_LINK);
    expect(atOnce(slowNow, PHOTO)).toBe(1);
  });
});
