import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisible } from '#contract/primitives.ts';
import { APTITUDE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { NOT_RECORDED, referralText, surveillanceText } from '../decisions.ts';
import { isSameSentence, linesOf } from './note-lines.ts';
import { noteWithChoices } from './sentences.ts';

/** All that the notes and the decisions tell the employer: neither 'observaciones', nor the notes on SVE and EPS/ARL. */
export interface DisclosedNotes {
  /** The chosen aptitude and the text of the note; the text alone where none was chosen. */
  readonly concept: string;
  /** The text of the note and the chosen tasks that it lacks. */
  readonly tasks: string;
  /** The text of the note and the chosen restrictions that it lacks. */
  readonly restrictions: string;
  readonly recommendations: string;
  readonly habits: string;
  /** As `surveillanceText`. */
  readonly surveillance: string;
  /** As `referralText`: never the reason. */
  readonly referral: string;
}

/** Returns the label above the note, unless the note begins with it; the note alone if no class was chosen. */
function conceptText(aptitude: Decisions['aptitude'], note: string): string {
  if (aptitude === null) return note;
  const label = APTITUDE_LABELS[aptitude];
  if (note === '') return label;
  return isSameSentence(linesOf(note)[0] ?? '', label) ? note : `${label}\n${note}`;
}

/**
 * What the concept prints, and what the doctor sees of it before signing.
 * @param note text of a note, empty where it was not written
 * @param decisions null from a client or server that stores no choices
 */
export function discloseNotes(note: (type: NoteType) => string, decisions: Decisions | null): DisclosedNotes {
  const text = (type: NoteType) => (hasVisible(note(type)) ? note(type).trim() : '');
  const printed = (words: string) => words || NOT_RECORDED;
  return {
    concept: printed(conceptText(decisions?.aptitude ?? null, text('concepto'))),
    tasks: printed(noteWithChoices('aptitud_tarea', text('aptitud_tarea'), decisions)),
    restrictions: printed(noteWithChoices('restricciones', text('restricciones'), decisions)),
    recommendations: printed(text('recomendaciones')),
    habits: printed(text('habitos')),
    surveillance: surveillanceText(decisions?.surveillance ?? null),
    referral: referralText(decisions?.referral ?? null),
  };
}
