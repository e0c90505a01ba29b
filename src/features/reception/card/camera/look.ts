import type { CardText } from '#domain/card/capture.ts';

/** Frame for the worker, which takes ownership of it; `turn` counts the frames. */
export interface ScanRequest {
  readonly frame: ImageBitmap;
  readonly turn: number;
}
export interface ScanResponse {
  readonly text: CardText | null;
}

/** Worker that reads cards in frames, one frame at a time. */
export interface CardScanner {
  look: (request: ScanRequest) => Promise<ScanResponse>;
  end: () => void;
}

/** Returns true if the browser can process frames in a worker. */
export const canScan = (): boolean => typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';

/** Starts the worker. `look` rejects if the worker could not be started or crashed. */
export function startCardScanner(): CardScanner {
  const worker = new Worker(new URL('./card.worker.ts', import.meta.url), { type: 'module' });
  return {
    look: ({ frame, turn }) => {
      const answered = new AbortController();
      const { signal } = answered; // The worker receives thousands of frames, so both listeners are removed after each frame.
      return new Promise<ScanResponse>((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<ScanResponse>) => resolve(data), {
          signal,
        });
        worker.addEventListener('error', () => reject(new Error('the card worker crashed')), { signal });
        worker.postMessage({ frame, turn }, [frame]);
      }).finally(() => answered.abort());
    },
    end: () => worker.terminate(),
  };
}
