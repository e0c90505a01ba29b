import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
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

type ScanState = 'looking' | 'given_up' | 'failed';

/** Time limit of a search, ms: a user does not hold a card for longer, and a forgotten search must end. */
const SEARCH_MAX_MS = 60_000;

/**
 * Searches one frame after another until a card is read. Returns null if the search is stopped or reaches its time limit first.
 */
async function searchFrames(
  video: HTMLVideoElement,
  { look }: ReturnType<typeof startCardScanner>,
  signal: AbortSignal,
): Promise<CardText | null> {
  const until = performance.now() + SEARCH_MAX_MS;
  for (let turn = 0; !signal.aborted && performance.now() < until; turn += 1) {
    await new Promise(requestAnimationFrame);
    if (signal.aborted || video.videoWidth === 0) continue;
    const text = await look({ frame: await createImageBitmap(video), turn });
    if (text !== null) return text;
  }
  return null;
}

export function useCardScanner(
  video: RefObject<HTMLVideoElement | null>,
  isLive: boolean,
  onCard: (text: CardText) => void,
): ScanState {
  const [state, setState] = useState<ScanState>('looking');
  const tell = useEffectEvent(onCard);
  useEffect(() => {
    if (!isLive || !video.current) return;
    const over = new AbortController();
    const { signal } = over;
    const scanner = startCardScanner();
    const onResult = (text: CardText | null) => (text === null ? setState('given_up') : tell(text));
    searchFrames(video.current, scanner, signal).then(
      (text) => (signal.aborted ? undefined : onResult(text)),
      () => (signal.aborted ? undefined : setState('failed')),
    );
    return () => {
      over.abort();
      scanner.end();
      setState('looking');
    };
  }, [isLive, video]);
  return state;
}
