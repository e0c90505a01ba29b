/** Grayscale image, one byte per pixel, row by row. */
export interface GrayPicture {
  readonly gray: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Rotation and scale at which one frame after another is searched: first all angles at the smaller size, which is read faster,
 * then all at the larger size. The reader finds only codes that are level within one or two degrees.
 */
export const FRAME_VIEWS = [1_280, 1_920].flatMap((maxWidth) =>
  [0, 1.5, -1.5, 3, -3].map((degrees) => ({ degrees, maxWidth })),
);

function toGrayPicture(rgba: Uint8ClampedArray, width: number, height: number): GrayPicture {
  const gray = new Uint8ClampedArray(width * height);
  for (let at = 0; at < gray.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]];
    gray[at] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return { gray, width, height };
}

/** Draws a frame in the given view, and does not close it. Returns null if the browser provides no 2d context. */
export function drawView(frame: ImageBitmap, view: (typeof FRAME_VIEWS)[number]): GrayPicture | null {
  const scale = Math.min(1, view.maxWidth / frame.width);
  const [width, height] = [Math.round(frame.width * scale), Math.round(frame.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.translate(width / 2, height / 2);
  context.rotate((view.degrees * Math.PI) / 180);
  context.drawImage(frame, -width / 2, -height / 2, width, height);
  return toGrayPicture(context.getImageData(0, 0, width, height).data, width, height);
}
