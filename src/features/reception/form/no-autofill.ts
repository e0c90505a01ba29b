import type { FormEvent } from 'react';

/**
 * Returns true if the browser filled in the field; false in browsers that reject the selector because they do not know
 * `:autofill`.
 */
function isAutofilled(field: EventTarget): boolean {
  try {
    return field instanceof Element && field.matches(':autofill');
  } catch {
    return false;
  }
}

/**
 * Props of a form that ignores values filled in by the browser. Chromium ignores `autocomplete="off"` for names, and guesses by
 * the labels: the user's own first name ends up as the patient's second. React restores the value of a field whose change no
 * handler receives.
 */
export const withoutAutofill = {
  onChangeCapture: (event: FormEvent) => {
    if (isAutofilled(event.target)) event.stopPropagation();
  },
};
