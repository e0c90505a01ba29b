import { PHOTO_MAX_WIDTH_PX } from '#contract/limits.ts';

/** Returns the size of a photo in pixels with limited width and unchanged proportion; a photo is never enlarged (P5). */
export function limitPhotoWidth(width: number, height: number): { width: number; height: number } {
  if (width <= PHOTO_MAX_WIDTH_PX) return { width, height };
  return {
    width: PHOTO_MAX_WIDTH_PX,
    height: Math.max(1, Math.round((height * PHOTO_MAX_WIDTH_PX) / width)),
  };
}

/**
 * Encodes a photo with each quality in sequence and returns the first result that is small enough; null when none is (P5).
 * `encode` returns an object with a `size` in bytes.
 */
export async function encodeWithinByteLimit<Encoded extends { size: number }>(
  qualities: readonly number[],
  maxBytes: number,
  encode: (quality: number) => Promise<Encoded>,
): Promise<Encoded | null> {
  for (const quality of qualities) {
    const encoded = await encode(quality);
    if (encoded.size <= maxBytes) return encoded;
  }
  return null;
}

/** Returns the largest upright 3:4 area in the middle of a camera image, in whole pixels. The frame on the screen shows it. */
export function portraitCrop(width: number, height: number) {
  const framedWidth = Math.min(width, Math.round((height * 3) / 4));
  const framedHeight = Math.min(height, Math.round((width * 4) / 3));
  return {
    x: Math.floor((width - framedWidth) / 2),
    y: Math.floor((height - framedHeight) / 2),
    width: framedWidth,
    height: framedHeight,
  };
}
