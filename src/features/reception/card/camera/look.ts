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
    look: ({ frame, turn }) =>
      new Promise((resolve, reject) => {
        worker.addEventListener('message', (event: MessageEvent<LookAnswer>) => resolve(event.data), {
          once: true,
        });
        worker.addEventListener('error', () => reject(new Error('the card worker crashed')), { once: true });
        worker.postMessage({ frame, turn }, [frame]);
      }),
    end: () => worker.terminate(),
  };
}
