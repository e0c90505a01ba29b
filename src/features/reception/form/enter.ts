import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const FIELDS = 'input:not([type="hidden"], [type="file"]), select, textarea';
/** The heading of a step has the focus when the step begins. */
const PLACES = `${FIELDS}, [data-focus-place]`;

/**
 * Moves the focus to the next field of the form and selects its text, as Tab does, past the buttons between them. Returns false after
 * the last field. A choice that the same key has just made is rendered first, because leaving a combobox reads it.
 */
export function continueFrom(place: Element): boolean {
  flushSync(() => undefined);
  const fields = [...(place.closest('form')?.elements ?? [])] as HTMLElement[];
  const next = fields.find(
    (field) =>
      field.matches(`:is(${FIELDS}):enabled`) &&
      place.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
  return next !== undefined;
}

function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, key, altKey, ctrlKey, metaKey, nativeEvent, repeat } = event;
  const place = event.target as HTMLElement;
  if (key !== 'Enter' || altKey || nativeEvent.isComposing) return;
  // A dialog's events reach the form through React.
  if (place.closest('form') !== form || !place.matches(PLACES)) return;
  const isText = place.matches('textarea');
  // Enter in a textarea is a line break; Ctrl+Enter (⌘+Enter) moves on.
  if (isText && !ctrlKey && !metaKey) return;
  // A key that is held down would run through all fields.
  if (repeat || continueFrom(place)) event.preventDefault();
  // Otherwise the browser submits the form, but only for a key that a user pressed. It ignores the Enter of `retypeKeys` (P10.168).
  else if (isText || event.defaultPrevented) form.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/**
 * Returns props of a form: Enter goes to the next field, and from the last one it submits the form. On a button it presses that
 * button. A field with another use for Enter stops the event.
 */
export function useEnterToContinue() {
  const isDown = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') isDown.current = true;
    },
    onKeyDown: goOn,
    onKeyUp: ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter') return;
      // The open list of a native select takes the key that chooses a row. Only the key's release reaches the page.
      if (!isDown.current && target instanceof HTMLSelectElement) continueFrom(target);
      isDown.current = false;
    },
  };
}
