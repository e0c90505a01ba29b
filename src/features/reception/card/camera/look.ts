import type { CardText } from '#domain/card/capture.ts';

/** A frame for the worker, which takes it over; `turn` counts the frames. */
export interface LookRequest {
  readonly frame: ImageBitmap;
  readonly turn: number;
}
export interface LookAnswer {
  readonly text: CardText | null;
}

/** A worker that answers one frame after the other. */
export interface Looker {
  look: (request: LookRequest) => Promise<LookAnswer>;
  end: () => void;
}

/** Without it frames cannot be turned outside of the page. */
export const canLook = (): boolean => typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined';

/** A look fails when its worker could not be started or crashed. */
export function startLooker(): Looker {
  const worker = new Worker(new URL('./card.worker.ts', import.meta.url), { type: 'module' });
  return {
    look: ({ frame, turn }) => {
      const answered = new AbortController();
      const { signal } = answered; // Of thousands of frames in a session neither listener may stay.
      return new Promise<LookAnswer>((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<LookAnswer>) => resolve(data), { signal });
        worker.addEventListener('error', () => reject(new Error('the card worker crashed')), { signal });
        worker.postMessage({ frame, turn }, [frame]);
      }).finally(() => answered.abort());
    },
    end: () => worker.terminate(),
  };
}
