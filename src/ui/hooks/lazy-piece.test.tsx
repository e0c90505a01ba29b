import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { lazyComponent } from './lazy-piece.ts';

const SampleText = ({ text }: { text: string }) => <p>{text}</p>;
const sampleModule = { SampleText };
const renderLazyComponent = (Piece: ReturnType<typeof lazyComponent<typeof sampleModule, 'SampleText'>>) =>
  renderScreen(<Piece text="here" />);

it('P10.335 a preloaded component is visible in the first frame', async () => {
  const Piece = lazyComponent(() => Promise.resolve(sampleModule), 'SampleText');
  await Piece.preload();
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

it('P11.46 a component that cannot be fetched says so, and is fetched again on request', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const failure = new TypeError('no network');
  // React mounts a component again only if its load takes longer than a microtask.
  const failLater = () =>
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(failure), 10);
    });
  const load = vi
    .fn<() => Promise<typeof sampleModule>>()
    .mockImplementationOnce(failLater)
    .mockImplementationOnce(failLater)
    .mockResolvedValue(sampleModule);
  renderLazyComponent(lazyComponent(load, 'SampleText'));
  for (let attempts = 1; attempts <= 2; attempts += 1) {
    await waitFor(() => expect(reported).toHaveBeenCalledTimes(attempts));
    expect(await screen.findByText('No se pudo cargar una parte de esta pantalla.')).toBeTruthy();
    expect(screen.queryByText('here')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  }
  expect(await screen.findByText('here')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  expect(reported.mock.calls).toEqual([[failure], [failure]]);
  expect(load).toHaveBeenCalledTimes(3);
});

it('P11.46 a component whose first fetch failed is fetched again when it is rendered again', async () => {
  vi.stubGlobal('reportError', () => undefined);
  const load = vi
    .fn<() => Promise<typeof sampleModule>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(sampleModule);
  const Piece = lazyComponent(load, 'SampleText');
  const { unmount } = renderLazyComponent(Piece);
  await screen.findByRole('button', { name: 'Reintentar' });
  unmount();
  renderLazyComponent(Piece);
  expect(await screen.findByText('here')).toBeTruthy();
});
