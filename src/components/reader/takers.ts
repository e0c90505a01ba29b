import type { Heard } from './heard.ts';

const takers: Heard[] = [];

/** Registers a screen that uses cards, until the returned function is called. The one registered last gets them. */
export function takeCards(taker: Heard): () => void {
  takers.push(taker);
  return () => void takers.splice(takers.lastIndexOf(taker), 1);
}

/** Returns the screen that uses cards now; undefined when none does. */
export const cardTaker = (): Heard | undefined => takers[takers.length - 1];
