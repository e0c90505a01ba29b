import type { KeyStroke } from '#domain/card/key-burst.ts';

/** Events that simulate key presses of a user or a reader; other events were dispatched by the page. */
export const trustedEvents = new WeakSet<Event>();

export function setNativeValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
}

/** Date that the simulation puts into a date field for each typed character, because a browser turns typed digits into a date. */
const TYPED_DATE = '0312-12-03';

/**
 * Inserts a character at the caret. A field without a caret gets the character at its end; a date field gets TYPED_DATE as its
 * value.
 */
function insertCharacter(field: HTMLInputElement, char: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  if (field.type === 'date') setNativeValue(field, TYPED_DATE);
  else if (start === null) setNativeValue(field, value + char);
  else {
    setNativeValue(field, value.slice(0, start) + char + value.slice(end ?? start));
    field.setSelectionRange(start + 1, start + 1);
  }
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Presses a key. Like a browser, inserts a character unless a listener prevents it, and submits the form on Enter. */
export function pressKey({ key, ctrl }: Pick<KeyStroke, 'key' | 'ctrl'>, time: number): void {
  const target = document.activeElement ?? document.body;
  const event = new KeyboardEvent('keydown', { key, ctrlKey: ctrl, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: time });
  trustedEvents.add(event);
  if (!target.dispatchEvent(event) || ctrl || !(target instanceof HTMLInputElement)) return;
  if (key === 'Enter') target.form?.requestSubmit();
  if (key.length === 1) insertCharacter(target, key);
}
