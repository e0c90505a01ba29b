import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cutToPerson, type CardText } from '#domain/card/capture.ts';
import { ANA, frame } from '#tests/support/cards/invented-card.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import type { Heard } from './heard.ts';
import { ReaderGuard } from './reader-guard.tsx';
import { cardTaker, takeCards } from './takers.ts';

const reader = vi.hoisted(() => ({ heard: null as Heard | null }));
vi.mock('./listen-for-reader.ts', () => ({
  listenForReader: (heard: Heard) => {
    reader.heard = heard;
    return () => (reader.heard = null);
  },
}));

const card = cutToPerson(frame(ANA)) as CardText;
const read = () => act(() => reader.heard?.onCard(card));
const NOT_USED = 'Leíste una cédula, y esta pantalla no la usa: no se guardó nada.';

afterEach(() => expect(cardTaker(), 'nothing is left over').toBeUndefined());

it('P10.31 reports a card that no screen uses, and a code that is no card', () => {
  renderScreen(<ReaderGuard taker={cardTaker} />);
  read();
  expect(screen.getByText(NOT_USED).parentElement?.getAttribute('aria-live')).toBe('polite');
  act(() => reader.heard?.onUnreadable());
  expect(screen.getByText(/El lector leyó algo que esta pantalla no usa/)).toBeTruthy();
});

it('P10.31 passes a card to the screen that registered last, and to the previous one when that has gone', () => {
  renderScreen(<ReaderGuard taker={cardTaker} />);
  const [below, above] = [vi.fn(), vi.fn()];
  const stopBelow = takeCards({ onCard: below, onUnreadable: below });
  const stopAbove = takeCards({ onCard: above, onUnreadable: above });
  read();
  expect(above).toHaveBeenCalledExactlyOnceWith(card);
  stopAbove();
  read();
  expect(below).toHaveBeenCalledExactlyOnceWith(card);
  stopBelow();
  expect(screen.queryByText(NOT_USED)).toBeNull();
});
