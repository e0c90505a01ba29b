type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface FieldSnapshot {
  readonly field: TextField;
  readonly value: string;
  readonly caret: readonly [start: number, end: number];
}

/** Types of input fields that accept text, but do not let scripts read the position of the caret. */
const TYPES_WITHOUT_CARET = ['email', 'date'];

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    (element.selectionStart !== null || TYPES_WITHOUT_CARET.includes(element.type)));

/** Returns the focused field; null if it does not accept text. Where the caret is unknown, it counts as at the end. */
export function takeFocusedFieldSnapshot(): FieldSnapshot | null {
  const field = document.activeElement;
  if (!isTextField(field)) return null;
  const end = field.value.length;
  return { field, value: field.value, caret: [field.selectionStart ?? end, field.selectionEnd ?? end] };
}

/**
 * Returns the snapshot with the selection that the field must have had. If a script cannot read the caret of the field, and the
 * typing has replaced the earlier text, all of this text was selected.
 */
export const addSeenSelection = (before: FieldSnapshot | null | undefined): FieldSnapshot | null =>
  before?.field.selectionStart === null && !before.field.value.startsWith(before.value)
    ? { ...before, caret: [0, before.value.length] }
    : (before ?? null);

/** Changes the field as typing would. React notices the change only if the native setter is used and an input event follows. */
function replaceFieldValue(field: TextField, value: string, caret: number): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
}

/**
 * If a script cannot read the caret of a field, the field may show typed keys that its value lacks, such as half a date. The
 * value of such a field is therefore set even if it has not changed.
 */
export function restoreFieldSnapshot(before: FieldSnapshot | null | undefined): void {
  if (
    before?.field.isConnected &&
    (before.field.value !== before.value || before.field.selectionStart === null)
  )
    replaceFieldValue(before.field, before.value, before.caret[1]);
}

/** No text is inserted into a date field, because the text may not be a valid date, and the field would then lose its date. */
function insertTextAtCaret(before: FieldSnapshot | null, text: string): void {
  if (!before?.field.isConnected || before.field.type === 'date') return;
  const [start, end] = before.caret;
  const { value } = before;
  replaceFieldValue(before.field, value.slice(0, start) + text + value.slice(end), start + text.length);
}

/**
 * Dispatches the key to the page's listeners. A script cannot trigger the browser's default action, so the caller must perform
 * it.
 * @returns true if no listener prevented the default action
 */
const dispatchKey = (key: 'Tab' | 'Enter'): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );

function focusNextFormField(): void {
  const from = document.activeElement;
  const stops = [...(from?.closest('form')?.elements ?? [])].filter(
    (stop) =>
      stop instanceof HTMLElement && stop.tabIndex >= 0 && !stop.matches(':disabled, [type="hidden"]'),
  );
  const next = stops[stops.findIndex((stop) => stop === from) + 1];
  if (next instanceof HTMLElement) next.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/**
 * Types the keys again at the caret position in `before`. The page's listeners receive Enter, but no form is submitted, because
 * the keys may come from a reader after all.
 */
export function retypeKeys(before: FieldSnapshot | null | undefined, keys: string): void {
  if (!before?.field.isConnected || document.activeElement !== before.field) return;
  let place: FieldSnapshot | null = before;
  for (const part of keys.split(/([\t\r])/)) {
    if (part === '\r') {
      if (dispatchKey('Enter') && place?.field instanceof HTMLTextAreaElement) insertTextAtCaret(place, '\n');
    } else if (part === '\t') {
      if (dispatchKey('Tab')) focusNextFormField();
    } else if (part !== '') insertTextAtCaret(place, part);
    place = takeFocusedFieldSnapshot();
  }
}
