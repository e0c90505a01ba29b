import type { CardHandlers } from './card-handlers.ts';

const cardReceivers: CardHandlers[] = [];

/**
 * Registers a screen that uses cards. Cards go to the screen that registered last. Returns a function that unregisters the
 * screen.
 */
export function registerCardReceiver(taker: CardHandlers): () => void {
  cardReceivers.push(taker);
  return () => void cardReceivers.splice(cardReceivers.lastIndexOf(taker), 1);
}

export const currentCardReceiver = (): CardHandlers | undefined => cardReceivers[cardReceivers.length - 1];
