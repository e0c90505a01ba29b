import { PHOTO_MAX_BYTES, PHOTO_QUALITY_STEPS } from '#contract/limits.ts';
import { limitPhotoWidth, encodeWithinByteLimit } from '#domain/photo/ladder.ts';
import type { PictureEncodingResult } from '../files/read-file.ts';

export type AnyCanvas = OffscreenCanvas | HTMLCanvasElement;

const toJpeg = (canvas: AnyCanvas, quality: number): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality })
    : new Promise((resolve, reject) => {
        const handleEncoded = (blob: Blob | null) =>
          blob ? resolve(blob) : reject(new Error('not encoded'));
        canvas.toBlob(handleEncoded, 'image/jpeg', quality);
      });

function drawAndCloseFrame(frame: ImageBitmap): AnyCanvas {
  const { width, height } = limitPhotoWidth(frame.width, frame.height);
  const canvas =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), { width, height })
      : new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  context.drawImage(frame, 0, 0, width, height);
  frame.close();
  return canvas;
}

/**
 * Draws the image at the maximum width, and encodes it with decreasing quality until it fits the size limit. Closes a given
 * frame.
 */
export async function compressWithCanvas(source: ImageBitmap | Blob): Promise<PictureEncodingResult> {
  const canvas =
    source instanceof Blob
      ? await (await import('./shrink-file.ts')).drawShrunkImage(source) // Loaded only when a file is chosen.
      : drawAndCloseFrame(source);
  const blob = await encodeWithinByteLimit(PHOTO_QUALITY_STEPS, PHOTO_MAX_BYTES, (quality) =>
    toJpeg(canvas, quality),
  );
  if (!blob) return 'too_large';
  return { bytes: await blob.arrayBuffer(), mime: 'image/jpeg', name: 'photo.jpg' };
}
