import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
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
