import { useEffect, useState } from 'react';
import type { FieldName, WizardStep } from './registration-schema.ts';

interface Request {
  readonly selector: string;
  readonly isQuiet: boolean;
}

let ask: ((request: Request) => void) | null = null;

/**
 * Returns true if the device has a mouse. On a tablet without one, focusing a field opens the on-screen keyboard over the page.
 */
export const hasMouse = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Value of `inputmode` for a focused field that must not open the on-screen keyboard yet. */
const WITHOUT_KEYS = 'none';

/**
 * Focuses a field without opening the on-screen keyboard, because the next patient may have a card. Touching the field opens
 * it.
 */
function focusQuietly(field: HTMLElement): void {
  const before = field.getAttribute('inputmode');
  const done = new AbortController();
  const { signal } = done;
  const end = () => {
    done.abort();
    if (field.getAttribute('inputmode') !== WITHOUT_KEYS) return;
    if (before === null) field.removeAttribute('inputmode');
    else field.setAttribute('inputmode', before);
  };
  field.setAttribute('inputmode', WITHOUT_KEYS);
  field.addEventListener('blur', end, { signal });
  // The touch then focuses the field again, with the keyboard.
  field.addEventListener('pointerdown', () => field.blur(), { signal });
  field.focus();
}

function meet({ selector, isQuiet }: Request): void {
  const wanted = document.querySelector<HTMLElement>(selector);
  if (wanted instanceof HTMLInputElement && isQuiet && !hasMouse() && wanted !== document.activeElement)
    focusQuietly(wanted);
  else wanted?.focus();
}

/**
 * Handles the focus requests of the page; used once. A request is React state like the change that causes it, and is handled
 * after the render that shows the change. A timer alone could run before that render.
 */
export function useFocusRequests(): void {
  const [request, setRequest] = useState<Request | null>(null);
  useEffect(() => {
    ask = setRequest;
    return () => {
      ask = null;
    };
  }, []);
  useEffect(() => {
    if (request === null) return;
    const over = new AbortController();
    const { signal } = over;
    // A dialog first restores the focus when it closes.
    const timer = setTimeout(() => {
      over.abort();
      meet(request);
    }, 0);
    signal.addEventListener('abort', () => clearTimeout(timer));
    // The focus stays if the user types before the timer runs, as on a slow tablet. Input events that our code dispatches are
    // not trusted and do not count.
    const stay = ({ isTrusted }: Event) => isTrusted && over.abort();
    document.addEventListener('input', stay, { capture: true, signal });
    return () => over.abort();
  }, [request]);
}

export const focusOn = (selector: string): void => ask?.({ selector, isQuiet: false });

const fieldAt = (field: FieldName): string => `[data-path="${field}"]`;
export const focusField = (field: FieldName): void => focusOn(fieldAt(field));

/**
 * Focuses the heading of the step, which a screen reader reads out; the app also focuses it when the focused element has
 * disappeared.
 */
export const focusStep = (): void => focusOn('[data-focus-place]');

const STARTS: Record<WizardStep, string> = {
  0: fieldAt('identification_number'),
  1: fieldAt('evaluation_type_id'),
  // The last step has no field to type in.
  2: '[data-focus-place]',
};
/** Focuses a step's first field, or the last step's heading. */
export const focusStart = (step: WizardStep): void => ask?.({ selector: STARTS[step], isQuiet: true });

/** Focuses the document number for the next patient. */
export const focusDocument = (): void => focusStart(0);

/** Selector of the buttons that continue. The first match is focused: an open prompt comes before 'Siguiente'. */
const FORWARD = '[data-step-forward]';
export const focusForwardButton = (): void => focusOn(FORWARD);
export const isForwardFocused = (): boolean => document.activeElement?.matches(FORWARD) ?? false;

/** Selects the value of the focused field after it was filled in, as Tab does, so that further typing replaces it. */
export function selectFilled(fields: readonly string[]): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement && fields.includes(active.dataset['path'] ?? '')) active.select();
}
