import type { CardText } from '#domain/card/capture.ts';

/** Frame for the worker, which takes ownership of its buffer. `turn` is the number of the frame. */
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

export const canScan = (): boolean => typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';

export function startCardScanner(): CardScanner {
  const worker = new Worker(new URL('./card.worker.ts', import.meta.url), { type: 'module' });
  return {
    look: ({ frame, turn }) => {
      const answered = new AbortController();
      const { signal } = answered; // The worker receives thousands of frames, so the listeners are removed after each one.
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
