import type { FormEvent } from 'react';

/** Browsers that know no `:autofill` reject the selector. */
function isAutofilled(field: EventTarget): boolean {
  try {
    return field instanceof Element && field.matches(':autofill');
  } catch {
    return false;
  }
}

/**
 * Props of a form that ignores what the browser fills in. Chromium ignores `autocomplete="off"` for names, and guesses by the labels:
 * the user's own first name ends up as the patient's second. React restores the value of a field whose change no handler receives.
 */
export const withoutAutofill = {
  onChangeCapture: (event: FormEvent) => {
    if (isAutofilled(event.target)) event.stopPropagation();
  },
};
