import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lazyComponent } from './lazy-piece.ts';

const SampleText = ({ text }: { text: string }) => <p>{text}</p>;
const renderLazyComponent = (Piece: ReturnType<typeof lazyComponent<{ text: string }>>) =>
  render(<Piece text="here" />);

it('P10.335 a preloaded component is visible in the first frame', async () => {
  const loading = Promise.resolve(SampleText);
  const Piece = lazyComponent(() => loading);
  Piece.preload();
  await loading;
  renderLazyComponent(Piece);
  expect(screen.getByText('here')).toBeTruthy();
});

it('P10.335 a component that was not preloaded is fetched when it is rendered', async () => {
  renderLazyComponent(
    lazyComponent(
      () => Promise.resolve(SampleText),
      () => 'waits',
    ),
  );
  expect(screen.getByText('waits')).toBeTruthy();
  expect(await screen.findByText('here')).toBeTruthy();
});
