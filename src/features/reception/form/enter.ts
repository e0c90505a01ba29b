import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

const FIELDS =
  'input:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"]), select, textarea';
/** Heading of a step, which has the focus when the step begins. */
const HEADING = '[data-focus-place]';

const isAfter = (place: Element, other: Element): boolean =>
  (place.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/**
 * Moves the focus to the next field of the form and selects its text, as Tab does, past the buttons between them. Returns false after
 * the last field. A choice that the same key has just made is rendered first, because leaving a combobox reads it.
 */
export function goOnFrom(place: Element): boolean {
  flushSync(() => undefined);
  const fields = [...(place.closest('form')?.elements ?? [])];
  const next = fields.find(
    (field) => field.matches(FIELDS) && isAfter(place, field) && !field.matches(':disabled'),
  );
  if (next instanceof HTMLElement) next.focus();
  if (next instanceof HTMLInputElement) next.select();
  return next !== undefined;
}

/** Returns whether Enter moves on from there. In a textarea Enter is a line break, and Ctrl (⌘) and Enter move on. */
function movesOn(event: KeyboardEvent<HTMLFormElement>, place: HTMLElement): boolean {
  if (event.key !== 'Enter' || event.altKey || event.nativeEvent.isComposing) return false;
  if (place.closest('form') !== event.currentTarget) return false; // A dialog's events reach the form through React.
  if (place instanceof HTMLTextAreaElement) return event.ctrlKey || event.metaKey;
  return place.matches(FIELDS) || place.matches(HEADING);
}

function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target: place } = event;
  if (!(place instanceof HTMLElement) || !movesOn(event, place)) return;
  const isTaken = event.defaultPrevented || place instanceof HTMLTextAreaElement;
  // A key that is held down would run through all fields.
  if (event.repeat || goOnFrom(place)) event.preventDefault();
  // Otherwise the browser submits the form, but only for a key that a user pressed. It ignores the Enter of `typeAgain` (P10.168).
  else if (isTaken) form.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/**
 * Returns props of a form: Enter goes to the next field, and from the last one it submits the form. On a button it presses that button. A
 * field that uses Enter for something else stops the event.
 */
export function useEnterGoesOn() {
  const isDown = useRef(false);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') isDown.current = true;
    },
    onKeyDown: goOn,
    onKeyUp: ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter') return;
      // The open list of a native select takes the key that chooses a row. Only the key's release reaches the page.
      if (!isDown.current && target instanceof HTMLSelectElement) goOnFrom(target);
      isDown.current = false;
    },
  };
}
