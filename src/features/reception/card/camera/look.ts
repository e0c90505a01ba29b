import type { CardText } from '#domain/card/capture.ts';

/** Frame for the worker, which takes ownership of its buffer. `turn` is the number of the frame. */
export interface ScanRequest {
  readonly frame: ImageBitmap;
  readonly turn: number;
}

export const canScanCards = (): boolean =>
  typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';

/** Starts a worker that reads cards in frames, one frame at a time. */
export function startCardScanner() {
  const worker = new Worker(new URL('./card.worker.ts', import.meta.url), { type: 'module' });
  return {
    look: (request: ScanRequest): Promise<CardText | null> => {
      const answered = new AbortController();
      const { signal } = answered; // The worker receives thousands of frames, so the listeners are removed after each one.
      return new Promise<CardText | null>((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<CardText | null>) => resolve(data), {
          signal,
        });
        worker.addEventListener('error', () => reject(new Error('the card worker crashed')), { signal });
        worker.postMessage(request, [request.frame]);
      }).finally(() => answered.abort());
    },
    end: () => worker.terminate(),
  };
}
