type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A field as it was before a run of keys. */
export interface FieldBefore {
  readonly field: TextField;
  readonly value: string;
  readonly caret: readonly [start: number, end: number];
}

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.selectionStart !== null);

/** The field that has the focus; null where there is none that takes text. */
export function fieldBefore(): FieldBefore | null {
  const field = document.activeElement;
  if (!isTextField(field)) return null;
  const end = field.value.length;
  return { field, value: field.value, caret: [field.selectionStart ?? end, field.selectionEnd ?? end] };
}

/** As if a person had changed it: React hears of it by the event, and of no change but by the native setter. */
function change(field: TextField, value: string, caret: number): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(caret, caret);
}

export function putBack(before: FieldBefore | null): void {
  if (before?.field.isConnected && before.field.value !== before.value)
    change(before.field, before.value, before.caret[1]);
}

/** The text as it would have been typed where the caret was. */
export function typeInto(before: FieldBefore | null, text: string): void {
  if (!before?.field.isConnected) return;
  const [start, end] = before.caret;
  const { value } = before;
  change(before.field, value.slice(0, start) + text + value.slice(end), start + text.length);
}
