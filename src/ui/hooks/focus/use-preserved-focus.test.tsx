// Runs in happy-dom. Tests which element gets the focus when the focused element disappears or is disabled for a while.
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { usePreservedFocus } from './use-preserved-focus.ts';

const TEST_FOCUS_SELECTORS = ['main'];

type ButtonName = 'first' | 'second' | 'third';
type ButtonStates = Partial<Record<ButtonName, 'gone' | 'busy'>>;

function PageWithButtons({ state }: { state: ButtonStates }) {
  usePreservedFocus(TEST_FOCUS_SELECTORS);
  const button = (name: ButtonName) =>
    state[name] !== 'gone' && (
      <button type="button" disabled={state[name] === 'busy'}>
        {name}
      </button>
    );
  return (
    <main tabIndex={-1}>
      <div>
        <input aria-label="Campo" />
        {button('first')}
        {button('second')}
      </div>
      <p>{button('third')}</p>
    </main>
  );
}

function renderPage(): (state: ButtonStates) => void {
  const { rerender } = render(<PageWithButtons state={{}} />);
  return (state) => rerender(<PageWithButtons state={state} />);
}

const focusButton = (name: ButtonName) => screen.getByRole('button', { name }).focus();
const waitForFocus = (name: ButtonName) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

describe('P10.93 focus after the focused element was lost', () => {
  it('when the focused element disappears, the focus moves to a button near it, never to a field, which would open a tablet’s keyboard', async () => {
    const change = renderPage();
    focusButton('second');
    change({ second: 'gone' });
    await waitForFocus('first');
  });

  it('the focus moves to the page when the focused button disappears and no other button is near it', async () => {
    const change = renderPage();
    focusButton('third');
    change({ third: 'gone' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('the focus returns to a button that was disabled during its action', async () => {
    const change = renderPage();
    focusButton('first');
    change({ first: 'busy' });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'first' }).disabled).toBe(true),
    );
    // Browsers blur a disabled button; happy-dom does not.
    (document.activeElement as HTMLElement).blur();
    change({});
    await waitForFocus('first');
  });

  it('the focus stays on an element that the screen has focused itself in the meantime', async () => {
    const change = renderPage();
    focusButton('second');
    change({ second: 'gone' });
    screen.getByLabelText('Campo').focus();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'second' })).toBeNull());
    change({ first: 'gone', second: 'gone' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'first' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByLabelText('Campo'));
  });
});
