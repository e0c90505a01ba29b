import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { CardText } from '#domain/card/capture.ts';
import { startLooker, type Looker } from './look.ts';

export type Looking = 'looking' | 'given_up' | 'failed';

/** Nobody holds a card over a tablet for longer; a camera that was forgotten goes out. */
const LOOKING_MAX_MS = 60_000;

interface Search {
  readonly video: HTMLVideoElement;
  readonly looker: Looker;
  readonly isOver: () => boolean;
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Frame after frame, one at a time, until a card is read; null when it is over before. */
async function search({ video, looker, isOver }: Search): Promise<CardText | null> {
  const until = performance.now() + LOOKING_MAX_MS;
  for (let turn = 0; !isOver() && performance.now() < until; turn += 1) {
    await nextFrame(); // None comes while the page is not seen.
    if (isOver() || video.videoWidth === 0) continue;
    const { text } = await looker.look({ frame: await createImageBitmap(video), turn });
    if (text !== null) return text;
  }
  return null;
}

/** Looks for a card as long as `isLive`; it tells one, once. */
export function useLooking(
  video: RefObject<HTMLVideoElement | null>,
  isLive: boolean,
  onCard: (text: CardText) => void,
): Looking {
  const [state, setState] = useState<Looking>('looking');
  const tell = useEffectEvent(onCard);
  useEffect(() => {
    if (!isLive || !video.current) return;
    let over = false;
    const looker = startLooker();
    const told = (text: CardText | null) => (text === null ? setState('given_up') : tell(text));
    search({ video: video.current, looker, isOver: () => over }).then(
      (text) => (over ? undefined : told(text)),
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
