import { useEffect, useRef } from 'react';

const inputsOf = (list: HTMLElement | null): HTMLInputElement[] => [
  ...(list?.querySelectorAll('input') ?? []),
];

/**
 * Moves the focus when the field of a correction has left the page: to the field that takes its place, or to the summary after
 * the last one. Without it the Tab key would start again at the top of the page.
 */
export function useCorrectionFocus() {
  const list = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLOutputElement>(null);
  const corrected = useRef<number | null>(null);
  useEffect(() => {
    const index = corrected.current;
    corrected.current = null;
    if (index === null || document.activeElement !== document.body) return;
    const left = inputsOf(list.current);
    (left[index] ?? left.at(-1) ?? summary.current)?.focus();
  });
  return {
    list,
    summary,
    /** Stores the place of the field before its correction takes effect. */
    remember: (input: HTMLInputElement) => {
      corrected.current = inputsOf(list.current).indexOf(input);
    },
  };
}
