import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyScreen } from './lazy-screen.ts';

const Greeting = ({ name }: { name: string }) => <p>Hola, {name}</p>;

it('a preloaded screen appears in the first frame, without a loading text', async () => {
  const Screen = lazyScreen(() => Promise.resolve(Greeting));
  await Screen.preload();
  render(
    <Suspense fallback="Cargando…">
      <Screen name="Ana" />
    </Suspense>,
  );
  expect(document.body.textContent).toBe('Hola, Ana');
});

it('a screen whose preload failed loads its code again when it is shown', async () => {
  let fails = true;
  const Screen = lazyScreen(async () => {
    if (fails) throw new TypeError('no network');
    return Greeting;
  });
  await Screen.preload();
  fails = false;
  render(
    <Suspense fallback="Cargando…">
      <Screen name="Ana" />
    </Suspense>,
  );
  await screen.findByText('Hola, Ana');
  expect(document.body.textContent).toBe('Hola, Ana');
});

it.each([
  [true, null],
  [false, 'true'],
])(
  'P11.46 a screen that cannot be loaded says so and loads again on request; the start restarts automatically unless the screen needs the network (%s)',
  async (isNetworkOnly, mark) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const loads: ((fails: boolean) => void)[] = [];
    const Screen = lazyScreen(
      () =>
        new Promise<typeof Greeting>((resolve, reject) =>
          loads.push((fails) => (fails ? reject(new TypeError('no network')) : resolve(Greeting))),
        ),
      { isNetworkOnly },
    );
    const { container } = renderScreen(
      <ErrorBoundary>
        <Suspense fallback="Cargando…">
          <Screen name="Ana" />
        </Suspense>
      </ErrorBoundary>,
    );
    for (const attempts of [1, 2]) {
      expect(await screen.findByText('Cargando…')).toBeTruthy();
      expect(loads).toHaveLength(attempts);
      loads[attempts - 1]?.(true);
      expect(await screen.findByText('No se pudo cargar esta pantalla.')).toBeTruthy();
      expect(container.querySelector('.failure')?.getAttribute('data-not-loaded') ?? null).toBe(mark);
      expect(screen.queryByText(/solo se abre con red/) !== null).toBe(isNetworkOnly);
      await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    }
    loads[2]?.(false);
    expect(await screen.findByText('Hola, Ana')).toBeTruthy();
    expect(loads).toHaveLength(3);
  },
);

it('P11.46 a screen that could not be loaded is loaded again when the user returns to it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<typeof Greeting>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(Greeting);
  const Screen = lazyScreen(load);
  const renderAgain = () =>
    renderScreen(
      <ErrorBoundary>
        <Suspense fallback="Cargando…">
          <Screen name="Ana" />
        </Suspense>
      </ErrorBoundary>,
    );
  const { unmount } = renderAgain();
  await screen.findByText('No se pudo cargar esta pantalla.');
  unmount();
  renderAgain();
  expect(await screen.findByText('Hola, Ana')).toBeTruthy();
});
