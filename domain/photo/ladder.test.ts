import { describe, expect, it } from 'vitest';
import { PHOTO_QUALITY_STEPS } from '#contract/limits.ts';
import { limitPhotoWidth, encodeWithinByteLimit, portraitCrop } from './ladder.ts';

describe('P5 compression of a photo', () => {
  it('P5.8 the app limits the width of a photo to 1280 pixels, keeps its proportion and never enlarges it', () => {
    expect(limitPhotoWidth(4000, 3000)).toEqual({ width: 1280, height: 960 });
    expect(limitPhotoWidth(3000, 4000)).toEqual({ width: 1280, height: 1707 });
    expect(limitPhotoWidth(640, 480)).toEqual({ width: 640, height: 480 });
    expect(limitPhotoWidth(20_000, 1)).toEqual({ width: 1280, height: 1 });
  });

  it('P5.8 P9.8 the app encodes a photo with the qualities 0.85, 0.7, 0.6 and 0.5 in sequence until its size fits', async () => {
    const tried: number[] = [];
    const encode = (quality: number) => {
      tried.push(quality);
      return Promise.resolve({ size: quality * 1_000 });
    };
    expect(await encodeWithinByteLimit(PHOTO_QUALITY_STEPS, 650, encode)).toEqual({ size: 600 });
    expect(tried).toEqual([0.85, 0.7, 0.6]);
  });

  it('the app rejects a photo whose file is too large even with the lowest quality', async () => {
    expect(
      await encodeWithinByteLimit(PHOTO_QUALITY_STEPS, 10, () => Promise.resolve({ size: 11 })),
    ).toBeNull();
  });
});

it('P10.34 the frame on the camera screen contains the largest upright 3:4 area in the middle of the camera image', () => {
  expect(portraitCrop(1920, 1080)).toEqual({ x: 555, y: 0, width: 810, height: 1080 });
  expect(portraitCrop(1080, 1920)).toEqual({ x: 0, y: 240, width: 1080, height: 1440 });
  expect(portraitCrop(480, 640)).toEqual({ x: 0, y: 0, width: 480, height: 640 });
});
