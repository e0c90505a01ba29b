import { useEffect, useState } from 'react';
import type { FieldName, Step } from './registration-schema.ts';

interface Request {
  readonly selector: string;
  readonly isQuiet: boolean;
}

let ask: ((request: Request) => void) | null = null;

/**
 * Returns true if the device has a mouse. Without one, a tablet opens its on-screen keyboard over the page for each focused
 * field.
 */
export const hasMouse = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Value of `inputmode` for a focused field that must not open the on-screen keyboard yet. */
const WITHOUT_KEYS = 'none';

/**
 * Focuses a field without the on-screen keyboard, because the next patient may have a card. The first touch of the field opens
 * the keyboard.
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
  // The touch then sets the focus again, with the keyboard.
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
 * Handles the focus requests of the page; used once. A request is state like the change that causes it, so that it is fulfilled
 * after the render that shows both: a timer alone may run before React has rendered.
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
    // A dialog that closes restores the focus first.
    const timer = setTimeout(() => {
      over.abort();
      meet(request);
    }, 0);
    signal.addEventListener('abort', () => clearTimeout(timer));
    // A user who already types stays in place: a slow tablet handles keys before timers. Input events that our code dispatches
    // are not trusted.
    const stay = ({ isTrusted }: Event) => isTrusted && over.abort();
    document.addEventListener('input', stay, { capture: true, signal });
    return () => over.abort();
  }, [request]);
}

export const focusOn = (selector: string): void => ask?.({ selector, isQuiet: false });

const fieldAt = (field: FieldName): string => `[data-path="${field}"]`;
export const focusField = (field: FieldName): void => focusOn(fieldAt(field));

/** Focuses the step as a whole, which a screen reader announces; the shell also leads here when no other place is left. */
export const focusStep = (): void => focusOn('[data-focus-place]');

const STARTS: Record<Step, string> = {
  0: fieldAt('identificationNumber'),
  1: fieldAt('evaluationTypeId'),
  // The last step has nothing to type.
  2: '[data-focus-place]',
};
/** Focuses the start of a step. */
export const focusStart = (step: Step): void => ask?.({ selector: STARTS[step], isQuiet: true });

/** Focuses the start for the next patient, whose document is typed or read from a card. */
export const focusDocument = (): void => focusStart(0);

/** Selector of the buttons that lead on. The first one counts, because an open prompt comes before 'Siguiente'. */
const FORWARD = '[data-step-forward]';
export const focusForward = (): void => focusOn(FORWARD);
export const isAtForward = (): boolean => document.activeElement?.matches(FORWARD) ?? false;

/**
 * Selects a value that was filled in under the caret, as Tab does, so that the user's typing replaces it and is not appended.
 */
export function selectFilled(fields: readonly string[]): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement && fields.includes(active.dataset['path'] ?? '')) active.select();
}
