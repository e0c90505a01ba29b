import { hasVisible } from '#contract/primitives.ts';
import type { NoteType, VerdictClass } from '#contract/vocabulary.ts';
import { beginsDenying, verdictClassOf } from './prose.ts';

/** The concept names what the other note says that there is not. */
export interface Contradiction {
  readonly note: 'restricciones' | 'recomendaciones';
  /** Whether the other note is empty; else it denies it. */
  readonly isEmpty: boolean;
}

const NAMED_BY: Readonly<Partial<Record<VerdictClass, Contradiction['note']>>> = {
  apto_restricciones: 'restricciones',
  apto_recomendaciones: 'recomendaciones',
};

/** `note` gives a note's text, empty where it was not written. A warning, never a bar. */
export function contradictionIn(note: (type: NoteType) => string): Contradiction | null {
  const named = NAMED_BY[verdictClassOf(note('concepto'))];
  if (!named) return null;
  const isEmpty = !hasVisible(note(named));
  return isEmpty || beginsDenying(note(named)) ? { note: named, isEmpty } : null;
}
