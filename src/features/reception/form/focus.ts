import { hasMouse } from '#ui/hooks/has-mouse.ts';
import { useEffect, useState } from 'react';
import type { WizardStep } from './registration-schema.ts';

interface FocusRequest {
  readonly selector: string;
  readonly isQuiet: boolean;
}

let requestFocus: ((request: FocusRequest) => void) | null = null;

/** Value of `inputmode` that keeps the on-screen keyboard closed. */
const NO_KEYBOARD_INPUT_MODE = 'none';

/**
 * Focuses a field without the on-screen keyboard, because the next patient may have a card to read. A touch of the field opens
 * the keyboard.
 */
function focusWithoutKeyboard(field: HTMLElement): void {
  const before = field.getAttribute('inputmode');
  const done = new AbortController();
  const { signal } = done;
  const end = () => {
    done.abort();
    if (field.getAttribute('inputmode') !== NO_KEYBOARD_INPUT_MODE) return;
    if (before === null) field.removeAttribute('inputmode');
    else field.setAttribute('inputmode', before);
  };
  field.setAttribute('inputmode', NO_KEYBOARD_INPUT_MODE);
  field.addEventListener('blur', end, { signal });
  // After the blur, the touch focuses the field with the keyboard.
  field.addEventListener('pointerdown', () => field.blur(), { signal });
  field.focus();
}

function runFocusRequest({ selector, isQuiet }: FocusRequest): void {
  const wanted = document.querySelector<HTMLElement>(selector);
  if (wanted instanceof HTMLInputElement && isQuiet && !hasMouse() && wanted !== document.activeElement)
    focusWithoutKeyboard(wanted);
  else wanted?.focus();
}

/**
 * Carries out the focus requests of the page; must be mounted once. A request is React state, so that the focus moves after the
 * render that shows the change; a timer alone could run before that render.
 */
export function useFocusRequests(): void {
  const [request, setRequest] = useState<FocusRequest | null>(null);
  useEffect(() => {
    requestFocus = setRequest;
    return () => {
      requestFocus = null;
    };
  }, []);
  useEffect(() => {
    if (request === null) return;
    const over = new AbortController();
    const { signal } = over;
    // A dialog that closes at the same time first restores the focus to its opener.
    const timer = setTimeout(() => {
      over.abort();
      runFocusRequest(request);
    }, 0);
    signal.addEventListener('abort', () => clearTimeout(timer));
    // The focus stays if the user types before the timer runs, as happens on a slow tablet. Input events dispatched by our code
    // are not trusted and do not count.
    const abortOnInput = ({ isTrusted }: Event) => isTrusted && over.abort();
    document.addEventListener('input', abortOnInput, { capture: true, signal });
    return () => over.abort();
  }, [request]);
}

export const focusElement = (selector: string): void => requestFocus?.({ selector, isQuiet: false });

const fieldSelectorOf = (field: string): string => `[data-path="${field}"]`;
export const focusField = (field: string): void => focusElement(fieldSelectorOf(field));

export const focusTitle = (): void => focusElement('[data-focus-place]');

const STEP_START_SELECTORS: Record<WizardStep, string> = {
  0: fieldSelectorOf('identification_number'),
  1: fieldSelectorOf('evaluation_type_id'),
  // The last step has no text field.
  2: '[data-focus-place]',
};
export const focusStepStart = (step: WizardStep): void =>
  requestFocus?.({ selector: STEP_START_SELECTORS[step], isQuiet: true });

export const focusDocumentField = (): void => focusStepStart(0);

/** Buttons that continue. The first match gets the focus: an open prompt comes before 'Siguiente'. */
const FORWARD_BUTTON_SELECTOR = '[data-step-forward]';
export const focusForwardButton = (): void => focusElement(FORWARD_BUTTON_SELECTOR);
export const isForwardButtonFocused = (): boolean =>
  document.activeElement?.matches(FORWARD_BUTTON_SELECTOR) ?? false;

/** Selects the value that was filled into the focused field, as Tab does, so that typing replaces the value. */
export function selectFilledValue(fields: readonly string[]): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement && fields.includes(active.dataset['path'] ?? '')) active.select();
}
