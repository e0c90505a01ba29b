/** Grayscale image, one byte per pixel, row by row. */
export interface GrayPicture {
  readonly gray: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Rotation and scale at which a frame is searched. The reader finds only codes that are level within one or two degrees. */
export interface FrameView {
  readonly degrees: number;
  readonly maxWidth: number;
}
const ROTATION_DEGREES = [0, 1.5, -1.5, 3, -3] as const;
const FRAME_WIDTHS_PX = [1_280, 1_920] as const;

/**
 * Returns the view for frame number `turn`: first all angles at the smaller size, which is read faster, then all at the larger
 * size.
 */
export function frameViewOf(turn: number): FrameView {
  const at = turn % (ROTATION_DEGREES.length * FRAME_WIDTHS_PX.length);
  return {
    degrees: ROTATION_DEGREES[at % ROTATION_DEGREES.length] ?? 0,
    maxWidth: FRAME_WIDTHS_PX[Math.floor(at / ROTATION_DEGREES.length)] ?? FRAME_WIDTHS_PX[0],
  };
}

function toGrayPicture(rgba: Uint8ClampedArray, width: number, height: number): GrayPicture {
  const gray = new Uint8ClampedArray(width * height);
  for (let at = 0; at < gray.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]];
    gray[at] = (red * 77 + green * 150 + blue * 29) >> 8;
  }
  return { gray, width, height };
}

type MakeCanvas = (width: number, height: number) => OffscreenCanvas;

/** Draws a frame in the given view, and does not close it. Returns null if the browser provides no 2d context. */
export function drawView(frame: ImageBitmap, view: FrameView, makeCanvas: MakeCanvas): GrayPicture | null {
  const scale = Math.min(1, view.maxWidth / frame.width);
  const [width, height] = [Math.round(frame.width * scale), Math.round(frame.height * scale)];
  const context = makeCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.translate(width / 2, height / 2);
  context.rotate((view.degrees * Math.PI) / 180);
  context.drawImage(frame, -width / 2, -height / 2, width, height);
  return toGrayPicture(context.getImageData(0, 0, width, height).data, width, height);
}
