import imageCompression from 'browser-image-compression';
import { limitPhotoWidth } from '#domain/photo/ladder.ts';
import type { AnyCanvas } from './photo-ladder.ts';

/**
 * Functions of the library as they exist at runtime. The library's types lack the bitmap parameter of `drawImageInCanvas`, and
 * the second function completely.
 */
const compressionLibrary = imageCompression as unknown as {
  /** Draws on white, because a JPEG has no transparency. */
  readonly drawImageInCanvas: (picture: ImageBitmap, fileType: string) => AnyCanvas;
  readonly handleMaxWidthOrHeight: (canvas: AnyCanvas, options: { maxWidthOrHeight: number }) => AnyCanvas;
};

const longerSide = ({ width, height }: { width: number; height: number }): number => Math.max(width, height);

/**
 * Draws the image upright at the maximum width (P5). Halves the size repeatedly, because the library skips pixels in a larger
 * step, so that lines become jagged. Two parts of the library are not used: its function that opens files needs a page in
 * Safari, and its worker is loaded from another origin.
 */
export async function drawShrunkImage(file: Blob): Promise<AnyCanvas> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  let canvas = compressionLibrary.drawImageInCanvas(picture, 'image/jpeg');
  picture.close();
  const wanted = longerSide(limitPhotoWidth(canvas.width, canvas.height));
  while (longerSide(canvas) > wanted) {
    const half = Math.ceil(longerSide(canvas) / 2);
    canvas = compressionLibrary.handleMaxWidthOrHeight(canvas, { maxWidthOrHeight: Math.max(wanted, half) });
  }
  return canvas;
}
