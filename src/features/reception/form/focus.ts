import { useEffect, useState } from 'react';
import type { FieldName, Step } from './registration-schema.ts';

interface Request {
  readonly selector: string;
  readonly isQuiet: boolean;
}

let ask: ((request: Request) => void) | null = null;

/** Without one a tablet raises its keys over the page for each field that has the focus. */
export const hasMouse = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** For a field that has the focus, and is not yet to be typed into on the glass. */
const WITHOUT_KEYS = 'none';

/** The focus without the keys of a tablet, for whoever comes next may have a card. The first touch of the field raises them. */
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
  // The touch gives the focus anew, with its keys.
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
 * Once on the page. A wish for the focus is state like what it follows from, so that it is met after the render that shows
 * both: a timer alone may run before React has rendered.
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
    // A dialog that closes gives the focus back first.
    const timer = setTimeout(() => {
      over.abort();
      meet(request);
    }, 0);
    signal.addEventListener('abort', () => clearTimeout(timer));
    // Whoever types already stays where they are: a slow tablet takes keys before timers. What we put into a field is not trusted.
    const stay = ({ isTrusted }: Event) => isTrusted && over.abort();
    document.addEventListener('input', stay, { capture: true, signal });
    return () => over.abort();
  }, [request]);
}

export const focusOn = (selector: string): void => ask?.({ selector, isQuiet: false });

const fieldAt = (field: FieldName): string => `[data-path="${field}"]`;
export const focusField = (field: FieldName): void => focusOn(fieldAt(field));

/** The step as a whole, which a screen reader says; the shell leads here, too, where nothing else is left. */
export const focusStep = (): void => focusOn('[data-focus-place]');

const STARTS: Record<Step, string> = {
  0: fieldAt('identificationNumber'),
  1: fieldAt('evaluationTypeId'),
  // The last step has nothing to type.
  2: '[data-focus-place]',
};
/** Where a step begins. */
export const focusStart = (step: Step): void => ask?.({ selector: STARTS[step], isQuiet: true });

/** Where whoever is next begins: by typing, or with a card. */
export const focusDocument = (): void => focusStart(0);

/** Buttons that lead on; the first of them: an open question comes before 'Siguiente'. */
const FORWARD = '[data-step-forward]';
export const focusForward = (): void => focusOn(FORWARD);
export const isAtForward = (): boolean => document.activeElement?.matches(FORWARD) ?? false;

/** What was filled in under the caret is selected, as where Tab leads to it: whoever types goes on instead of it, not behind it. */
export function selectFilled(fields: readonly string[]): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement && fields.includes(active.dataset['path'] ?? '')) active.select();
}
