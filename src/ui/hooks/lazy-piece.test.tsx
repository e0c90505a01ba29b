import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lazyComponent } from './lazy-piece.ts';

const SampleText = ({ text }: { text: string }) => <p>{text}</p>;
const sampleModule = { SampleText };
const renderLazyComponent = (Piece: ReturnType<typeof lazyComponent<typeof sampleModule, 'SampleText'>>) =>
  render(<Piece text="here" />);

it('P10.335 a preloaded component is visible in the first frame', async () => {
  const loading = Promise.resolve(sampleModule);
  const Piece = lazyComponent(() => loading, 'SampleText');
  Piece.preload();
  await loading;
  renderLazyComponent(Piece);
  expect(screen.getByText('here')).toBeTruthy();
});

it('P10.335 a component that was not preloaded is fetched when it is rendered', async () => {
  renderLazyComponent(
    lazyComponent(
      () => Promise.resolve(sampleModule),
      'SampleText',
      () => 'waits',
    ),
  );
  expect(screen.getByText('waits')).toBeTruthy();
  expect(await screen.findByText('here')).toBeTruthy();
});
