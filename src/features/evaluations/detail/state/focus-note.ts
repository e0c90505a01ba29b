import type { NoteType } from '#contract/vocabulary.ts';

const TARGETS = { text: 'textarea', choice: '.note-phrase' } as const;

/** Moves the focus to a control and scrolls it into view. Returns whether the control has the focus now. */
export function showFocused(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
  return element !== null && document.activeElement === element;
}

/** Moves the focus to the text field or the first decision button of a note. */
export function focusNote(type: NoteType, target: keyof typeof TARGETS): void {
  showFocused(document.querySelector<HTMLElement>(`[data-note="${type}"] ${TARGETS[target]}`));
}
