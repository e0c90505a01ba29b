/** Where a buffer was in the text: its part of the form. */
export interface Place {
  readonly $part: string;
}
/** The part that is the text. */
export const ROWS = 'rows';

// Not `instanceof`: rows of a structured clone may come from another realm.
const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]';

/** Rows as a form: their text, and each buffer as a part of its own. */
export function packRows(rows: unknown): FormData {
  const form = new FormData();
  let parts = 0;
  const text = JSON.stringify(rows, (_key, value: unknown) => {
    if (!isBuffer(value)) return value;
    const $part = `part-${(parts += 1)}`;
    form.set($part, new Blob([value]));
    return { $part } satisfies Place;
  });
  form.set(ROWS, text);
  return form;
}
