import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { contradictionsIn, type Contradiction } from '../notes/contradiction.ts';
import { discloseNotes, type DisclosedNotes } from '../notes/disclosure.ts';
import { mayDiscloseFinding } from '../notes/leaks.ts';

/**
 * Problems that the doctor sees before signing. The doctor must solve or confirm the first three. Contradictions only cause a
 * warning.
 */
export interface SigningProblems {
  /** True when the doctor chose no aptitude and wrote no concept. */
  readonly isWithoutConcept: boolean;
  /** True when the doctor chose no aptitude; false when the server stores no decisions. */
  readonly isWithoutAptitude: boolean;
  /** Texts of the concept that look like a finding or a diagnosis. */
  readonly leaking: readonly (keyof DisclosedNotes)[];
  readonly contradictions: readonly Contradiction[];
}

/**
 * Returns the problems in the notes and decisions.
 * @param note text of a note, empty when it was not written
 * @param decisions null from a server that stores no decisions
 */
export function findSigningProblems(
  note: (type: NoteType) => string,
  decisions: Decisions | null,
): SigningProblems {
  const printed = Object.entries(discloseNotes(note, decisions)) as [keyof DisclosedNotes, string][];
  return {
    isWithoutConcept: (decisions?.aptitude ?? null) === null && !hasVisibleCharacter(note('concepto')),
    isWithoutAptitude: decisions !== null && decisions.aptitude === null,
    leaking: printed.filter(([, text]) => mayDiscloseFinding(text)).map(([name]) => name),
    contradictions: contradictionsIn(note, decisions),
  };
}
