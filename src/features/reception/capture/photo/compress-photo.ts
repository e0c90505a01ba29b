import { reportCaptureBug, type PictureEncodingResult } from '../files/read-file.ts';

/**
 * Time limit in ms. A slow tablet takes about five seconds for 50 megapixels; only an image that was made to block the tablet
 * takes longer.
 */
const COMPRESSION_TIMEOUT_MS = 30_000;

const compressInWorker = (worker: Worker, source: ImageBitmap | Blob): Promise<PictureEncodingResult> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<PictureEncodingResult>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the photo worker crashed')));
    worker.postMessage(source, source instanceof Blob ? [] : [source]);
  });

/**
 * Compresses a photo, in a worker where possible, because decoding and encoding would freeze a cheap tablet. Closes a given
 * `ImageBitmap`.
 */
export async function compressPhoto(source: ImageBitmap | Blob): Promise<PictureEncodingResult> {
  const canWork = typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';
  const worker = canWork
    ? new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' })
    : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<PictureEncodingResult>((resolve) => {
    timer = setTimeout(() => resolve('failed'), COMPRESSION_TIMEOUT_MS);
  });
  try {
    const making = worker
      ? compressInWorker(worker, source)
      : import('./photo-ladder.ts').then(({ compressWithCanvas }) => compressWithCanvas(source));
    return await Promise.race([making, tooLong]);
  } catch (error) {
    reportCaptureBug(error);
    return 'failed';
  } finally {
    clearTimeout(timer);
    worker?.terminate(); // Frees its memory.
  }
}
