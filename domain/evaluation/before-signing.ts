import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisible } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { contradictionsIn, type Contradiction } from './notes/contradiction.ts';
import { discloseNotes, type DisclosedNotes } from './notes/disclosure.ts';
import { hasLeak } from './notes/leaks.ts';

/** Prompts before signing. The first three must be resolved or confirmed; contradictions never prevent a signature. */
export interface BeforeSigning {
  /** No class was chosen and no concept was written. */
  readonly isWithoutConcept: boolean;
  /** No class was chosen although the server stores choices. */
  readonly isWithoutAptitude: boolean;
  /** Lines of the concept that look like a finding or a diagnosis. */
  readonly leaking: readonly (keyof DisclosedNotes)[];
  readonly contradictions: readonly Contradiction[];
}

/**
 * @param note text of a note, empty where it was not written
 * @param decisions null from a server that stores no choices
 */
export function beforeSigning(note: (type: NoteType) => string, decisions: Decisions | null): BeforeSigning {
  const printed = Object.entries(discloseNotes(note, decisions)) as [keyof DisclosedNotes, string][];
  return {
    isWithoutConcept: (decisions?.aptitude ?? null) === null && !hasVisible(note('concepto')),
    isWithoutAptitude: decisions !== null && decisions.aptitude === null,
    leaking: printed.filter(([, text]) => hasLeak(text)).map(([name]) => name),
    contradictions: contradictionsIn(note, decisions),
  };
}
