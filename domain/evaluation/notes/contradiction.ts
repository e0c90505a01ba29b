import { hasVisible } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';

/** The concept names what the other note says that there is not. */
export interface Contradiction {
  readonly note: 'restricciones' | 'recomendaciones';
  /** Whether the other note is empty; else it denies it. */
  readonly isEmpty: boolean;
}

const PAIRS = [
  { note: 'restricciones', named: /^apt[oa] con restriccion/, denied: /^(sin|ningun\w*) restriccion/ },
  { note: 'recomendaciones', named: /^apt[oa] con recomendacion/, denied: /^(sin|ningun\w*) recomendacion/ },
] as const;

/** By the first words of each note; `note` gives a note's text, empty where it was not written. A warning, never a bar. */
export function contradictions(note: (type: NoteType) => string): Contradiction[] {
  const concept = foldText(note('concepto').trim());
  return PAIRS.filter(({ named }) => named.test(concept)).flatMap(({ note: type, denied }) => {
    const text = note(type);
    const isEmpty = !hasVisible(text);
    return isEmpty || denied.test(foldText(text.trim())) ? [{ note: type, isEmpty }] : [];
  });
}
