import { PHOTO_MAX_BYTES, PHOTO_QUALITY_STEPS } from '#contract/limits.ts';
import { cappedSize, firstThatFits } from '#domain/photo/ladder.ts';

type AnyCanvas = OffscreenCanvas | HTMLCanvasElement;

/** What a camera frame became (P5). */
export type Compressed =
  | { readonly type: 'fits'; readonly bytes: ArrayBuffer }
  | { readonly type: 'too_large' }
  | { readonly type: 'failed' };

const toJpeg = (canvas: AnyCanvas, quality: number): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality })
    : new Promise((resolve, reject) => {
        const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('not encoded')));
        canvas.toBlob(done, 'image/jpeg', quality);
      });

/** Draws once at the capped width and encodes at each quality in turn until one fits. Takes the frame over. */
export async function compressFrame(
  frame: ImageBitmap,
  makeCanvas: (width: number, height: number) => AnyCanvas,
): Promise<Compressed> {
  const { width, height } = cappedSize(frame.width, frame.height);
  const canvas = makeCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return { type: 'failed' };
  context.drawImage(frame, 0, 0, width, height);
  frame.close();
  const blob = await firstThatFits(PHOTO_QUALITY_STEPS, PHOTO_MAX_BYTES, (quality) =>
    toJpeg(canvas, quality),
  );
  return blob ? { type: 'fits', bytes: await blob.arrayBuffer() } : { type: 'too_large' };
}
