import { describe, expect, it } from 'vitest';
import { PHOTO_QUALITY_STEPS } from '#contract/limits.ts';
import { cappedSize, firstThatFits } from './ladder.ts';

describe('P5 the photo ladder', () => {
  it('P5.8 caps the width at 1280, keeps the proportion and never enlarges', () => {
    expect(cappedSize(4000, 3000)).toEqual({ width: 1280, height: 960 });
    expect(cappedSize(3000, 4000)).toEqual({ width: 1280, height: 1707 });
    expect(cappedSize(640, 480)).toEqual({ width: 640, height: 480 });
    expect(cappedSize(20_000, 1)).toEqual({ width: 1280, height: 1 });
  });

  it('P5.8 P9.8 tries 0.85, 0.7, 0.6, 0.5 in turn and stops at the first that fits', async () => {
    const tried: number[] = [];
    const encode = (quality: number) => {
      tried.push(quality);
      return Promise.resolve({ size: quality * 1_000 });
    };
    expect(await firstThatFits(PHOTO_QUALITY_STEPS, 650, encode)).toEqual({ size: 600 });
    expect(tried).toEqual([0.85, 0.7, 0.6]);
  });

  it('answers null when not even the last step fits', async () => {
    expect(await firstThatFits(PHOTO_QUALITY_STEPS, 10, () => Promise.resolve({ size: 11 }))).toBeNull();
  });
});
