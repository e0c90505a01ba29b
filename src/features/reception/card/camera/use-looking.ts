import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { startCardScanner, type CardScanner } from './look.ts';

export type ScanState = 'looking' | 'given_up' | 'failed';

/** Time limit of a search, ms: a user does not hold a card for longer, and a forgotten search must end. */
const SEARCH_MAX_MS = 60_000;

interface CardSearchOptions {
  readonly video: HTMLVideoElement;
  readonly looker: CardScanner;
  readonly isOver: () => boolean;
}

const waitForAnimationFrame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(resolve));

/** Searches one frame after another until a card is read. Returns null if the search is stopped first. */
async function searchFrames({ video, looker, isOver }: CardSearchOptions): Promise<CardText | null> {
  const until = performance.now() + SEARCH_MAX_MS;
  for (let turn = 0; !isOver() && performance.now() < until; turn += 1) {
    await waitForAnimationFrame();
    if (isOver() || video.videoWidth === 0) continue;
    const { text } = await looker.look({ frame: await createImageBitmap(video), turn });
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
    let over = false;
    const looker = startCardScanner();
    const onResult = (text: CardText | null) => (text === null ? setState('given_up') : tell(text));
    searchFrames({ video: video.current, looker, isOver: () => over }).then(
      (text) => (over ? undefined : onResult(text)),
      () => (over ? undefined : setState('failed')),
    );
    return () => {
      over = true;
      looker.end();
      setState('looking');
    };
  }, [isLive, video]);
  return state;
}
