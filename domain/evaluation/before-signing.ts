import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisible } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { contradictionIn, type Contradiction } from './notes/contradiction.ts';
import { discloseNotes, type DisclosedNotes } from './notes/disclosure.ts';
import { hasLeak } from './notes/leaks.ts';

/** What the doctor is asked or told before signing: nothing keeps from it; the first two need an answer. */
export interface BeforeSigning {
  readonly isWithoutConcept: boolean;
  /** What the employer would read that looks like a finding or a diagnosis. */
  readonly leaking: readonly (keyof DisclosedNotes)[];
  readonly contradiction: Contradiction | null;
}

/** `note` gives a note's text, empty where it was not written. */
export function beforeSigning(note: (type: NoteType) => string, decisions: Decisions | null): BeforeSigning {
  const told = Object.entries(discloseNotes(note, decisions)) as [keyof DisclosedNotes, string][];
  return {
    isWithoutConcept: (decisions?.aptitude ?? null) === null && !hasVisible(note('concepto')),
    leaking: told.filter(([, text]) => hasLeak(text)).map(([name]) => name),
    contradiction: contradictionIn(note),
  };
}
