import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Represents the draft on the device, which outlives the screen. */
const draft = { name: '' };
function Form() {
  const [name, setName] = useState(draft.name);
  const change = (next: string) => setName((draft.name = next));
  return (
    <section>
      <input aria-label="Nombre" value={name} onChange={(event) => change(event.target.value)} />
      <p>
        {name.length > 3 ? <b>largo</b> : 'corto'}
        {' de nombre'}
      </p>
    </section>
  );
}

/** Wraps a text node as a browser’s translation does. */
function translate(text: Text): void {
  const font = document.createElement('font');
  text.replaceWith(font);
  font.append(text);
}

it('P10.306 renders a screen again with its draft after a translator has moved its texts', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  draft.name = '';
  renderScreen(
    <ErrorBoundary>
      <Form />
    </ErrorBoundary>,
  );
  translate(screen.getByText(/corto/).firstChild as Text);
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'Wamba' } });
  expect(screen.getByText('largo')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Wamba');
  expect(screen.queryByText('Algo falló en esta pantalla.')).toBeNull();
});

it('P10.306 reports a program error, and a page that keeps being modified', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = ({ error }: { error: Error }): never => {
    throw error;
  };
  for (const error of [new TypeError('x'), new DOMException('x', 'NotFoundError')]) {
    const { unmount } = renderScreen(
      <ErrorBoundary>
        <Broken error={error} />
      </ErrorBoundary>,
    );
    expect(screen.getByText('Algo falló en esta pantalla.')).toBeTruthy();
    unmount();
  }
});
