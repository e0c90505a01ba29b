import { PHOTO_MAX_BYTES, PHOTO_QUALITY_STEPS } from '#contract/limits.ts';
import { limitPhotoWidth, encodeWithinByteLimit } from '#domain/photo/ladder.ts';
import type { PictureEncodingResult } from '../files/read-file.ts';

type AnyCanvas = OffscreenCanvas | HTMLCanvasElement;

const toJpeg = (canvas: AnyCanvas, quality: number): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality })
    : new Promise((resolve, reject) => {
        const handleEncoded = (blob: Blob | null) =>
          blob ? resolve(blob) : reject(new Error('not encoded'));
        canvas.toBlob(handleEncoded, 'image/jpeg', quality);
      });

interface Size {
  readonly width: number;
  readonly height: number;
}

function drawOnWhite(picture: ImageBitmap | AnyCanvas, { width, height }: Size): AnyCanvas {
  const canvas =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), { width, height })
      : new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  context.fillStyle = 'white'; // A JPEG has no transparency.
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** Frees the memory now, because a photo of 50 megapixels takes 200 MB until the next garbage collection. */
function freePicture(picture: ImageBitmap | AnyCanvas): void {
  if ('close' in picture) picture.close();
  else picture.width = 0;
}

/**
 * Draws the image at the maximum width (P5). Each step halves the size at most, because browsers skip pixels in a larger step,
 * so that lines become jagged.
 */
function drawAtMaxWidth(picture: ImageBitmap): AnyCanvas {
  const wanted = limitPhotoWidth(picture.width, picture.height);
  const drawSmaller = (from: ImageBitmap | AnyCanvas): AnyCanvas => {
    const half = { width: Math.ceil(from.width / 2), height: Math.ceil(from.height / 2) };
    const canvas = drawOnWhite(from, half.width > wanted.width ? half : wanted);
    freePicture(from);
    return canvas;
  };
  let canvas = drawSmaller(picture);
  while (canvas.width > wanted.width) canvas = drawSmaller(canvas);
  return canvas;
}

/**
 * Draws the image upright at the maximum width, and encodes it with decreasing quality until it fits the size limit. Closes a
 * given frame.
 */
export async function compressWithCanvas(source: ImageBitmap | Blob): Promise<PictureEncodingResult> {
  const picture =
    source instanceof Blob ? await createImageBitmap(source, { imageOrientation: 'from-image' }) : source;
  const canvas = drawAtMaxWidth(picture);
  const blob = await encodeWithinByteLimit(PHOTO_QUALITY_STEPS, PHOTO_MAX_BYTES, (quality) =>
    toJpeg(canvas, quality),
  );
  if (!blob) return 'too_large';
  return { bytes: await blob.arrayBuffer(), mime: 'image/jpeg', name: 'photo.jpg' };
}
