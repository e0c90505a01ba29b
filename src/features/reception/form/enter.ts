import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const FIELDS_SELECTOR = 'input:not([type="hidden"], [type="file"]), select, textarea';
/** Elements in which Enter moves the focus. They include the heading, which has the focus when a step opens. */
const ENTER_TARGETS_SELECTOR = `${FIELDS_SELECTOR}, [data-focus-place]`;

/**
 * Focuses the next field of the form and selects its text, as Tab does. Returns false after the last field. Flushes React
 * first, because a choice that this key made in a combobox must be rendered before the combobox loses the focus.
 */
export function focusNextField(place: Element): boolean {
  flushSync(() => undefined);
  const fields = [...(place.closest('form')?.elements ?? [])] as HTMLElement[];
  const next = fields.find(
    (field) =>
      field.matches(`:is(${FIELDS_SELECTOR}):not(:disabled)`) &&
      place.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
  return next !== undefined;
}

function moveFocusOrSubmitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, key, altKey, ctrlKey, metaKey, nativeEvent, repeat } = event;
  const place = event.target as HTMLElement;
  if (key !== 'Enter' || altKey || nativeEvent.isComposing) return;
  // React also bubbles the events of a dialog to the form.
  if (place.closest('form') !== form || !place.matches(ENTER_TARGETS_SELECTOR)) return;
  const isText = place.matches('textarea');
  // Enter in a textarea breaks the line; Ctrl+Enter or ⌘+Enter moves on.
  if (isText && !ctrlKey && !metaKey) return;
  // A held key must not run through all fields.
  if (repeat || focusNextField(place)) event.preventDefault();
  // Submits from here, because the browser submits a form only for real key presses, and not for the Enter of `retypeKeys`
  // (P10.168).
  else if (isText || event.defaultPrevented) form.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/**
 * Returns form props with which Enter moves to the next field, and submits the form in the last one. On a button, Enter presses
 * the button. A field that uses Enter itself must stop the event.
 */
export function useEnterToContinue() {
  const isDown = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') isDown.current = true;
    },
    onKeyDown: moveFocusOrSubmitOnEnter,
    onKeyUp: ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter') return;
      // The open list of a native select takes the key press, so only the release reaches the page.
      if (!isDown.current && target instanceof HTMLSelectElement) focusNextField(target);
      isDown.current = false;
    },
  };
}
