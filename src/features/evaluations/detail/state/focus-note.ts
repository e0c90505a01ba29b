import type { NoteType } from '#contract/vocabulary.ts';

const TARGETS = { text: 'textarea', choice: '.note-phrase' } as const;

/** Moves the focus to the text or the first choice of a note, which may be out of sight. */
export function focusNote(type: NoteType, target: keyof typeof TARGETS): void {
  const element = document.querySelector<HTMLElement>(`[data-note="${type}"] ${TARGETS[target]}`);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'center' });
}
