import imageCompression from 'browser-image-compression';
import { sizeWithinLimit } from '#domain/photo/ladder.ts';
import type { AnyCanvas } from './photo-ladder.ts';

/**
 * Functions of the library as they exist at runtime. Its types lack the bitmap parameter of the first function, and the whole
 * second function.
 */
const library = imageCompression as unknown as {
  /** Draws on white, because a JPEG has no transparency. */
  readonly drawImageInCanvas: (picture: ImageBitmap, fileType: string) => AnyCanvas;
  readonly handleMaxWidthOrHeight: (canvas: AnyCanvas, options: { maxWidthOrHeight: number }) => AnyCanvas;
};

const longerSide = ({ width, height }: { width: number; height: number }): number => Math.max(width, height);

/**
 * Draws the image upright at the maximum width (P5). Halves the size repeatedly, because the library skips pixels in a larger
 * step, which makes lines jagged. Two parts of the library are not used: the function that opens files, because it needs a page
 * in Safari, and the worker, because it is loaded from another origin.
 */
export async function shrinkFile(file: Blob): Promise<AnyCanvas> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  let canvas = library.drawImageInCanvas(picture, 'image/jpeg');
  picture.close();
  const wanted = longerSide(sizeWithinLimit(canvas.width, canvas.height));
  while (longerSide(canvas) > wanted) {
    const half = Math.ceil(longerSide(canvas) / 2);
    canvas = library.handleMaxWidthOrHeight(canvas, { maxWidthOrHeight: Math.max(wanted, half) });
  }
  return canvas;
}
