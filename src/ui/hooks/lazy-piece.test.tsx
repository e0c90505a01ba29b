import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyComponent } from './lazy-piece.ts';

const Words = ({ text }: { text: string }) => <p>{text}</p>;
const show = (Piece: ReturnType<typeof lazyComponent<{ text: string }>>) =>
  render(
    <Suspense fallback="waits">
      <Piece text="here" />
    </Suspense>,
  );

it('P10.335 shows a preloaded piece of a screen in the first frame', async () => {
  const loading = Promise.resolve(Words);
  const Piece = lazyComponent(() => loading);
  Piece.preload();
  await loading;
  show(Piece);
  expect(screen.getByText('here')).toBeTruthy();
});

it('P10.335 fetches a piece of a screen when it is shown, if it was not preloaded', async () => {
  show(lazyComponent(() => Promise.resolve(Words)));
  expect(screen.getByText('waits')).toBeTruthy();
  expect(await screen.findByText('here')).toBeTruthy();
});
