import type { CardHandlers } from './heard.ts';

const cardReceivers: CardHandlers[] = [];

/** Registers a screen that uses cards, until the returned function is called. The one registered last gets them. */
export function registerCardReceiver(taker: CardHandlers): () => void {
  cardReceivers.push(taker);
  return () => void cardReceivers.splice(cardReceivers.lastIndexOf(taker), 1);
}

/** Returns the screen that uses cards now; undefined when none does. */
export const currentCardReceiver = (): CardHandlers | undefined => cardReceivers[cardReceivers.length - 1];
