import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNextStepKey } from './use-next-key.ts';

const onNextStepMock = vi.fn();
function PageWithNextStepKey() {
  useNextStepKey(onNextStepMock);
  return <textarea aria-label="Nota" />;
}
const renderPage = (inert = false) =>
  render(
    <div inert={inert}>
      <main tabIndex={-1}>
        <PageWithNextStepKey />
      </main>
    </div>,
  );
const getNoteField = () => screen.getByLabelText('Nota');
const NEXT_STEP_KEY = { key: 'Enter', ctrlKey: true };

afterEach(() => {
  onNextStepMock.mockClear();
  document.querySelector('dialog')?.remove();
});

it.each([
  ['Ctrl and Enter', NEXT_STEP_KEY],
  ['⌘ and Enter', { key: 'Enter', metaKey: true }],
])("P10.184 pressing %s starts the page's next step, also in a text field", (_keys, keys) => {
  renderPage();
  fireEvent.keyDown(getNoteField(), keys);
  expect(onNextStepMock).toHaveBeenCalledOnce();
});

it.each([
  ['a letter', { key: 'j' }],
  ['Enter alone', { key: 'Enter' }],
  ['a key that is held down', { ...NEXT_STEP_KEY, repeat: true }],
  ['with another modifier', { ...NEXT_STEP_KEY, shiftKey: true }],
])("P10.184 the page's next step is not started by: %s", (_what, keys) => {
  renderPage();
  fireEvent.keyDown(getNoteField(), keys);
  expect(onNextStepMock).not.toHaveBeenCalled();
});

it('P10.184 the shortcut for the next step has no effect in a dialog over the page', () => {
  renderPage();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  fireEvent.keyDown(dialog, NEXT_STEP_KEY);
  expect(onNextStepMock).not.toHaveBeenCalled();
});

it('P10.184 the shortcut for the next step has no effect while the screen is locked', () => {
  renderPage(true);
  fireEvent.keyDown(document.body, NEXT_STEP_KEY);
  expect(onNextStepMock).not.toHaveBeenCalled();
});
