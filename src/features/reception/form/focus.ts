import type { FieldName } from './registration-schema.ts';

/** After the render that shows it: a step that was hidden has no field to focus before. */
export const focusOn = (selector: string) =>
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus(), 0);

export const focusField = (field: FieldName) => focusOn(`[data-path="${field}"]`);
