import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPiece } from './lazy-piece.ts';

const Words = ({ text }: { text: string }) => <p>{text}</p>;
const show = (Piece: ReturnType<typeof lazyPiece<{ text: string }>>) =>
  render(
    <Suspense fallback="waits">
      <Piece text="here" />
    </Suspense>,
  );

it('P10.335 shows a piece in the first frame after it was preloaded', async () => {
  const loading = Promise.resolve(Words);
  const Piece = lazyPiece(() => loading);
  Piece.preload();
  await loading;
  show(Piece);
  expect(screen.getByText('here')).toBeTruthy();
});

it('P10.335 fetches a piece that was not preloaded when it is shown', async () => {
  show(lazyPiece(() => Promise.resolve(Words)));
  expect(screen.getByText('waits')).toBeTruthy();
  expect(await screen.findByText('here')).toBeTruthy();
});
