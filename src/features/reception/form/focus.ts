import { useEffect, useState } from 'react';
import type { FieldName, Step } from './registration-schema.ts';

interface Request {
  readonly selector: string;
}

let ask: ((request: Request) => void) | null = null;

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
    // A dialog that closes gives the focus back first.
    const timer = setTimeout(() => document.querySelector<HTMLElement>(request.selector)?.focus(), 0);
    return () => clearTimeout(timer);
  }, [request]);
}

export const focusOn = (selector: string): void => ask?.({ selector });

export const focusField = (field: FieldName): void => focusOn(`[data-path="${field}"]`);

const STARTS: Record<Step, string> = {
  0: '[data-path="identificationNumber"]',
  1: '[data-path="evaluationTypeId"]',
  // The last step has nothing to type.
  2: '.step-place',
};
/** Where a step begins. */
export const focusStart = (step: Step): void => focusOn(STARTS[step]);
