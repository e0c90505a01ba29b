import type { NoteType } from '#contract/vocabulary.ts';

const TARGETS = { text: 'textarea', choice: '.note-phrase' } as const;

/** Focuses a control and scrolls it into view. Returns true if the control has the focus now. */
export function showFocused(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
  return element !== null && document.activeElement === element;
}

export function focusNote(type: NoteType, target: keyof typeof TARGETS): void {
  showFocused(document.querySelector<HTMLElement>(`[data-note="${type}"] ${TARGETS[target]}`));
}
