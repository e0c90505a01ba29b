import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNextStepKey } from './use-next-key.ts';

const act = vi.fn();
function Page() {
  useNextStepKey(act);
  return <textarea aria-label="Nota" />;
}
const show = (inert = false) =>
  render(
    <div inert={inert}>
      <main tabIndex={-1}>
        <Page />
      </main>
    </div>,
  );
const field = () => screen.getByLabelText('Nota');
const NEXT_STEP_KEY = { key: 'Enter', ctrlKey: true };

afterEach(() => {
  act.mockClear();
  document.querySelector('dialog')?.remove();
});

it.each([
  ['Ctrl and Enter', NEXT_STEP_KEY],
  ['⌘ and Enter', { key: 'Enter', metaKey: true }],
])("P10.184 pressing %s starts the page's next step, also in a text field", (_keys, keys) => {
  show();
  fireEvent.keyDown(field(), keys);
  expect(act).toHaveBeenCalledOnce();
});

it.each([
  ['a letter', { key: 'j' }],
  ['Enter alone', { key: 'Enter' }],
  ['a key that is held down', { ...NEXT_STEP_KEY, repeat: true }],
  ['with another modifier', { ...NEXT_STEP_KEY, shiftKey: true }],
])("P10.184 the page's next step is not started by: %s", (_what, keys) => {
  show();
  fireEvent.keyDown(field(), keys);
  expect(act).not.toHaveBeenCalled();
});

it('P10.184 the shortcut for the next step has no effect in a dialog over the page', () => {
  show();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  fireEvent.keyDown(dialog, NEXT_STEP_KEY);
  expect(act).not.toHaveBeenCalled();
});

it('P10.184 the shortcut for the next step has no effect while the screen is locked', () => {
  show(true);
  fireEvent.keyDown(document.body, NEXT_STEP_KEY);
  expect(act).not.toHaveBeenCalled();
});
