import type { FormEvent } from 'react';

/** Props of an input whose text the browser neither stores nor changes (D5). */
export const PRIVATE_INPUT = { autoComplete: 'off', spellCheck: false } as const;
export const NAME_INPUT = { ...PRIVATE_INPUT, autoCapitalize: 'words', enterKeyHint: 'next' } as const;

/** Returns true if the browser filled in the field. Browsers that do not know `:autofill` throw; the result is then false. */
function isAutofilled(field: EventTarget): boolean {
  try {
    return field instanceof Element && field.matches(':autofill');
  } catch {
    return false;
  }
}

/**
 * Props of a form that ignores the browser's autofill. Chromium ignores `autocomplete="off"` for names and guesses by label, so
 * that the user's own first name becomes the patient's second. React restores a field whose change no handler receives.
 */
export const noAutofillProps = {
  onChangeCapture: (event: FormEvent) => {
    if (isAutofilled(event.target)) event.stopPropagation();
  },
};
