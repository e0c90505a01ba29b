import type { GrayPicture } from '../gray-picture.ts';

/** Half the side of the square whose average brightness counts as that of the paper, as a share of the image width. */
const WINDOW_RADIUS_SHARE = 1 / 40;
/** A pixel darker than this share of the surrounding average is ink. */
const MAX_INK_BRIGHTNESS_SHARE = 0.86;

/** Returns the sum of all pixels above and to the left of each pixel (integral image), with one additional row and column. */
function integralImage({ gray, width, height }: GrayPicture): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += gray[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = row + (sums[y * (width + 1) + x + 1] ?? 0);
    }
  }
  return sums;
}

export function inkMask(picture: GrayPicture): Uint8Array {
  const { gray, width, height } = picture;
  const sums = integralImage(picture);
  const reach = Math.max(4, Math.round(width * WINDOW_RADIUS_SHARE));
  const ink = new Uint8Array(width * height);
  const sum = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  for (let y = 0; y < height; y += 1) {
    const [top, low] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const mean =
        (sum(right, low) - sum(left, low) - sum(right, top) + sum(left, top)) /
        ((right - left) * (low - top));
      if ((gray[y * width + x] ?? 0) < mean * MAX_INK_BRIGHTNESS_SHARE) ink[y * width + x] = 1;
    }
  }
  return ink;
}

export interface InkRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Maximum number of blots; an image with more contains noise, not print. */
const MAX_INK_REGIONS = 6_000;

/** Returns the bounding boxes of connected ink pixels. Clears `ink`. */
export function extractInkRegions(ink: Uint8Array, width: number, height: number): InkRegion[] {
  const blots: InkRegion[] = [];
  const stack: number[] = [];
  for (let start = 0; start < ink.length && blots.length < MAX_INK_REGIONS; start += 1) {
    if (ink[start] !== 1) continue;
    let [left, right, top, low] = [width, 0, height, 0];
    ink[start] = 0;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      low = Math.max(low, y);
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          const next = ny * width + nx;
          if (nx < 0 || nx >= width || ny < 0 || ny >= height || ink[next] !== 1) continue;
          ink[next] = 0;
          stack.push(next);
        }
    }
    blots.push({ x: left, y: top, width: right - left + 1, height: low - top + 1 });
  }
  return blots;
}
