import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const FIELDS = 'input:not([type="hidden"], [type="file"]), select, textarea';
/** Elements in which Enter moves on. A step opens with the focus on its heading. */
const PLACES = `${FIELDS}, [data-focus-place]`;

/**
 * Moves the focus to the next field of the form, past buttons, and selects its text as Tab does. Returns false after the last
 * field. Flushes React first: a combobox that loses the focus reads the choice that this key has made.
 */
export function focusNextField(place: Element): boolean {
  flushSync(() => undefined);
  const fields = [...(place.closest('form')?.elements ?? [])] as HTMLElement[];
  const next = fields.find(
    (field) =>
      field.matches(`:is(${FIELDS}):not(:disabled)`) &&
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
  // React also delivers the events of a dialog to the form.
  if (place.closest('form') !== form || !place.matches(PLACES)) return;
  const isText = place.matches('textarea');
  // Enter in a textarea is a line break; Ctrl+Enter (⌘+Enter) moves on.
  if (isText && !ctrlKey && !metaKey) return;
  // A key that is held down would run through all fields.
  if (repeat || focusNextField(place)) event.preventDefault();
  // Otherwise the browser submits the form, but only for a real key press: it ignores the Enter of `retypeKeys` (P10.168).
  else if (isText || event.defaultPrevented) form.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/**
 * Returns form props: Enter moves to the next field, and in the last field it submits the form. On a button it presses the
 * button. A field that uses Enter itself stops the event.
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
      // While the list of a native select is open, only the release of Enter reaches the page, because the list takes the
      // press.
      if (!isDown.current && target instanceof HTMLSelectElement) focusNextField(target);
      isDown.current = false;
    },
  };
}
