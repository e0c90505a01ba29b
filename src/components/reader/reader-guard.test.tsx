import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { extractCardText, type CardText } from '#domain/card/capture.ts';
import { ANA_CARDHOLDER, cardCodeText } from '#tests/support/cards/invented-card.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import type { CardHandlers } from './card-handlers.ts';
import { ReaderGuard } from './reader-guard.tsx';
import { currentCardReceiver, registerCardReceiver } from './card-receivers.ts';

const readerMock = vi.hoisted(() => ({ heard: null as CardHandlers | null }));
vi.mock('./listen-for-reader.ts', () => ({
  listenForReader: (handlers: CardHandlers) => {
    readerMock.heard = handlers;
    return () => (readerMock.heard = null);
  },
}));

const anaCardText = extractCardText(cardCodeText(ANA_CARDHOLDER)) as CardText;
const simulateCardRead = () => act(() => readerMock.heard?.onCard(anaCardText));
const UNUSED_CARD_MESSAGE = 'Leíste una cédula, y esta pantalla no la usa: no se guardó nada.';

afterEach(() => {
  vi.useRealTimers();
  expect(currentCardReceiver(), 'nothing is left over').toBeUndefined();
});

it('P10.31 the card-reader guard shows a message for a card that the current screen does not use, and for a code that is no card', () => {
  renderScreen(<ReaderGuard taker={currentCardReceiver} />);
  simulateCardRead();
  expect(screen.getByText(UNUSED_CARD_MESSAGE).parentElement?.getAttribute('aria-live')).toBe('polite');
  act(() => readerMock.heard?.onUnreadable());
  expect(screen.getByText(/El lector leyó algo que esta pantalla no usa/)).toBeTruthy();
});

it('P10.31 the card-reader guard hides its message after 8 s', () => {
  vi.useFakeTimers();
  renderScreen(<ReaderGuard taker={currentCardReceiver} />);
  simulateCardRead();
  expect(screen.getByText(UNUSED_CARD_MESSAGE)).toBeTruthy();
  act(() => void vi.runAllTimers());
  expect(screen.queryByText(UNUSED_CARD_MESSAGE)).toBeNull();
});

it('P10.31 the card-reader guard passes a card to the screen that registered last and, after that screen closes, to the previous one', () => {
  renderScreen(<ReaderGuard taker={currentCardReceiver} />);
  const [below, above] = [vi.fn(), vi.fn()];
  const stopBelow = registerCardReceiver({ onCard: below, onUnreadable: below });
  const stopAbove = registerCardReceiver({ onCard: above, onUnreadable: above });
  simulateCardRead();
  expect(above).toHaveBeenCalledExactlyOnceWith(anaCardText);
  stopAbove();
  simulateCardRead();
  expect(below).toHaveBeenCalledExactlyOnceWith(anaCardText);
  stopBelow();
  expect(screen.queryByText(UNUSED_CARD_MESSAGE)).toBeNull();
});
