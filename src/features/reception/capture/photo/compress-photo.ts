import { reportCaptureBug } from '../files/report-capture-bug.ts';
import type { CompressionResult } from '../files/read-file.ts';

const FAILED_RESULT = { type: 'failed' } as const;

function reportAndReturnFailure(error: unknown): CompressionResult {
  reportCaptureBug(error);
  return FAILED_RESULT;
}

/**
 * Time limit in ms. A slow tablet takes about five seconds for 50 megapixels; only an image that was made to block the tablet
 * takes longer.
 */
const COMPRESSION_TIMEOUT_MS = 30_000;

/** Compression in progress. `result` resolves once; `end` terminates the worker, if any, to free its memory. */
interface CompressionTask {
  readonly result: Promise<CompressionResult>;
  readonly end: () => void;
}

function startWorkerCompression(source: ImageBitmap | Blob): CompressionTask {
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<CompressionResult>((resolve) => {
    worker.addEventListener('message', (event: MessageEvent<CompressionResult>) => resolve(event.data));
    worker.addEventListener('error', () =>
      resolve(reportAndReturnFailure(new Error('the photo worker crashed'))),
    );
    worker.postMessage(source, source instanceof Blob ? [] : [source]);
  });
  return { result, end: () => worker.terminate() };
}

const startPageCompression = (source: ImageBitmap | Blob): CompressionTask => ({
  result: import('./on-page.ts')
    .then(({ compressOnPage }) => compressOnPage(source))
    .catch(reportAndReturnFailure),
  end: () => undefined,
});

/**
 * Compresses a photo, in a worker where possible, because decoding and encoding would freeze a cheap tablet. Closes a given
 * `ImageBitmap`.
 */
export async function compressPhoto(source: ImageBitmap | Blob): Promise<CompressionResult> {
  const canWork = typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';
  const { result, end } = canWork ? startWorkerCompression(source) : startPageCompression(source);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<CompressionResult>((resolve) => {
    timer = setTimeout(() => resolve(FAILED_RESULT), COMPRESSION_TIMEOUT_MS);
  });
  return Promise.race([result, tooLong]).finally(() => {
    clearTimeout(timer);
    end();
  });
}
