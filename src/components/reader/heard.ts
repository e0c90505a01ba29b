import type { CardText } from '#domain/card/capture.ts';

/** What every way of reading a card tells. `unreadable`: there was something, and it is no card that is known here. */
export interface Heard {
  readonly onCard: (text: CardText) => void;
  readonly onUnreadable: () => void;
}
