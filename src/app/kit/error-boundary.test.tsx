import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** Data outside the screen, like a draft stored on the device: it is kept when the screen is rendered again. */
const simulatedDraft = { name: '' };
function SampleNameForm() {
  const [name, setName] = useState(simulatedDraft.name);
  const change = (next: string) => setName((simulatedDraft.name = next));
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

// When a node is not a child, browsers throw an error with the name 'NotFoundError'; the error of happy-dom has another name.
// The wrapper sets the browsers' name.
const originalRemoveChild = Reflect.get(Node.prototype, 'removeChild') as (this: Node, child: Node) => Node;
beforeEach(() => {
  vi.spyOn(Node.prototype, 'removeChild').mockImplementation(function (this: Node, child) {
    if (child.parentNode !== this) throw new DOMException('The node is not a child.', 'NotFoundError');
    return originalRemoveChild.call(this, child);
  });
});

function simulatePageTranslation(text: Text): void {
  const font = document.createElement('font');
  text.replaceWith(font);
  font.append(text);
}

it("P10.306 the error boundary renders the screen again, with its draft, after a translator has moved the screen's text nodes", () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  simulatedDraft.name = '';
  renderScreen(
    <ErrorBoundary>
      <SampleNameForm />
    </ErrorBoundary>,
  );
  simulatePageTranslation(screen.getByText(/corto/).firstChild as Text);
  fireEvent.change(screen.getByLabelText('Nombre'), { target: { value: 'Wamba' } });
  expect(screen.getByText('largo')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Wamba');
  expect(screen.queryByText('Algo falló en esta pantalla.')).toBeNull();
});

it('P10.306 the error boundary shows an error when the program fails or a translator repeatedly modifies the page', () => {
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
