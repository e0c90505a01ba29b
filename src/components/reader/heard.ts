import type { CardText } from '#domain/card/capture.ts';

/** Callbacks for every way of reading a card. `onUnreadable` is called for input that is no known card. */
export interface CardHandlers {
  readonly onCard: (text: CardText) => void;
  readonly onUnreadable: () => void;
}
