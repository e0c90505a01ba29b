import type { FormEvent } from 'react';

/** Props of an input whose text the browser neither stores nor changes (D5). */
export const PRIVATE_INPUT_PROPS = { autoComplete: 'off', spellCheck: false } as const;
export const NAME_INPUT_PROPS = {
  ...PRIVATE_INPUT_PROPS,
  autoCapitalize: 'words',
  enterKeyHint: 'next',
} as const;

/**
 * Returns true if the browser filled in the field. Returns false in a browser that does not know `:autofill`, because `matches`
 * then throws.
 */
function isAutofilled(field: EventTarget): boolean {
  try {
    return field instanceof Element && field.matches(':autofill');
  } catch {
    return false;
  }
}

/**
 * Form props that ignore the browser's autofill. Chromium ignores `autocomplete="off"` for names, and would fill the user's own
 * first name into the patient's middle name. React restores a field whose change reaches no handler.
 */
export const noAutofillProps = {
  onChangeCapture: (event: FormEvent) => {
    if (isAutofilled(event.target)) event.stopPropagation();
  },
};
