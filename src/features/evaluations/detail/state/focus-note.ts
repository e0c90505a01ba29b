import type { NoteType } from '#contract/vocabulary.ts';

const NOTE_CONTROL_SELECTORS = { text: 'textarea', choice: '.note-phrase' } as const;

/** Focuses a control and scrolls it into view. Returns true if the control has the focus now. */
export function tryFocusInView(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
  return element !== null && document.activeElement === element;
}

export function focusNote(type: NoteType, target: keyof typeof NOTE_CONTROL_SELECTORS): void {
  tryFocusInView(
    document.querySelector<HTMLElement>(`[data-note="${type}"] ${NOTE_CONTROL_SELECTORS[target]}`),
  );
}
