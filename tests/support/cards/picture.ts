/** Gray picture that a card reader decodes: one byte per pixel, 255 is white. */
export interface Picture {
  readonly gray: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Returns a generator of pseudo-random numbers from 0 to 1; the same seed gives the same numbers. */
function createRandomGenerator(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

export const blankPicture = (width: number, height: number, gray = 255): Picture => ({
  gray: new Uint8ClampedArray(width * height).fill(gray),
  width,
  height,
});

const grayAt = ({ gray, width, height }: Picture, x: number, y: number, outside: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? outside : (gray[y * width + x] ?? outside);

/**
 * Returns the brightness at a point between four pixels by interpolation; `outside` is the brightness beyond the picture's
 * edge.
 */
function interpolateGray(picture: Picture, x: number, y: number, outside: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, low] = [x - left, y - top];
  const upper =
    grayAt(picture, left, top, outside) * (1 - right) + grayAt(picture, left + 1, top, outside) * right;
  const lower =
    grayAt(picture, left, top + 1, outside) * (1 - right) +
    grayAt(picture, left + 1, top + 1, outside) * right;
  return upper * (1 - low) + lower * low;
}

export interface ShotSettings {
  readonly width: number;
  readonly height: number;
  /** Width of the card, as a share of the frame's width. */
  readonly share: number;
  readonly degrees: number;
  /** How much narrower the upper edge is than the lower one, as a share of the width. */
  readonly tilt: number;
  /** Width of an edge in pixels. */
  readonly blur: number;
  /** Largest brightness change of a pixel, of 255. */
  readonly noise: number;
  /** Brightness added around a spot, of 255. */
  readonly glare: number;
  readonly seed: number;
}
export const PLAIN_SHOT: ShotSettings = {
  width: 1_280,
  height: 720,
  share: 0.8,
  degrees: 0,
  tilt: 0,
  blur: 0,
  noise: 0,
  glare: 0,
  seed: 1,
};

function blurPicture(picture: Picture, radius: number): Picture {
  if (radius <= 0) return picture;
  const { width, height } = picture;
  const out = blankPicture(width, height);
  const reach = Math.ceil(radius);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * (radius / 1.5) ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const blurPass = (from: Picture, to: Picture, dx: number, dy: number) => {
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        for (let i = -reach; i <= reach; i += 1)
          sum +=
            (weights[i + reach] ?? 0) *
            grayAt(
              from,
              Math.min(width - 1, Math.max(0, x + i * dx)),
              Math.min(height - 1, Math.max(0, y + i * dy)),
              255,
            );
        to.gray[y * width + x] = sum / total;
      }
  };
  const middle = blankPicture(width, height);
  blurPass(picture, middle, 1, 0);
  blurPass(middle, out, 0, 1);
  return out;
}

/** Returns the flat picture as a camera would see it on a gray table. */
export function photographPicture(flat: Picture, shot: ShotSettings): Picture {
  const { width, height, degrees, tilt, seed } = shot;
  const out = blankPicture(width, height, 150);
  const scale = (width * shot.share) / flat.width;
  const turn = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const [rx, ry] = [dx * cos - dy * sin, dx * sin + dy * cos];
      const narrow = 1 - tilt * (0.5 - ry / height);
      const [sx, sy] = [rx / scale / narrow + flat.width / 2, ry / scale + flat.height / 2];
      out.gray[y * width + x] = interpolateGray(flat, sx, sy, 150);
    }
  const soft = blurPicture(out, shot.blur);
  const next = createRandomGenerator(seed);
  const [spotX, spotY] = [width * (0.3 + 0.4 * next()), height * (0.3 + 0.4 * next())];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = shot.glare * Math.exp(-((x - spotX) ** 2 + (y - spotY) ** 2) / (2 * (width / 8) ** 2));
      const index = y * width + x;
      // A camera never sees ink as black or paper as white.
      const seen = 40 + ((soft.gray[index] ?? 0) * 185) / 255;
      soft.gray[index] = seen + light + (next() - 0.5) * 2 * shot.noise;
    }
  return soft;
}

export function pastePicture(lower: Picture, upper: Picture, x: number, y: number): Picture {
  for (let row = 0; row < upper.height; row += 1)
    lower.gray.set(
      upper.gray.subarray(row * upper.width, (row + 1) * upper.width),
      (y + row) * lower.width + x,
    );
  return lower;
}
