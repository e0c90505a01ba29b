import type { CardText } from '#domain/card/capture.ts';

export interface CardHandlers {
  readonly onCard: (text: CardText) => void;
  readonly onUnreadable: () => void;
}
