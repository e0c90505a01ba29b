import imageCompression from 'browser-image-compression';
import { cappedSize } from '#domain/photo/ladder.ts';
import type { AnyCanvas } from './photo-ladder.ts';

/** As they are when it runs; its types know neither a bitmap nor the second. */
const library = imageCompression as unknown as {
  /** On white: a JPEG has no transparency. */
  readonly drawImageInCanvas: (picture: ImageBitmap, fileType: string) => AnyCanvas;
  readonly handleMaxWidthOrHeight: (canvas: AnyCanvas, options: { maxWidthOrHeight: number }) => AnyCanvas;
};

const longerSide = ({ width, height }: { width: number; height: number }): number => Math.max(width, height);

/**
 * The picture upright and at the capped width (P5), by halves: at once, the library leaves out the pixels in between and makes
 * stairs of lines. Its own opening of files is left out, which needs a page in Safari; so is its worker, which comes from another origin.
 */
export async function shrinkFile(file: Blob): Promise<AnyCanvas> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  let canvas = library.drawImageInCanvas(picture, 'image/jpeg');
  picture.close();
  const wanted = longerSide(cappedSize(canvas.width, canvas.height));
  while (longerSide(canvas) > wanted) {
    const half = Math.ceil(longerSide(canvas) / 2);
    canvas = library.handleMaxWidthOrHeight(canvas, { maxWidthOrHeight: Math.max(wanted, half) });
  }
  return canvas;
}
