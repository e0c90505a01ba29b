import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { APTITUDE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { NOT_RECORDED_TEXT, referralText, programmeInclusionText } from '../decisions.ts';
import { isSameSentence, noteLinesOf } from './note-lines.ts';
import { noteWithDecisions } from './sentences.ts';

/**
 * All texts from notes and decisions that the employer reads. The notes 'observaciones', SVE and EPS/ARL are never among them.
 */
export interface DisclosedNotes {
  /** Label of the chosen aptitude, followed by the text of the note; only the text when no aptitude was chosen. */
  readonly concept: string;
  /** Text of the note on tasks, followed by the chosen tasks that the text does not mention. */
  readonly tasks: string;
  /** Text of the note on restrictions, followed by the chosen restrictions that the text does not mention. */
  readonly restrictions: string;
  readonly recommendations: string;
  readonly habits: string;
  /** Output of `programmeInclusionText`. */
  readonly surveillance: string;
  /** Output of `referralText`, without the reason. */
  readonly referral: string;
}

/**
 * Returns the note with the label of the aptitude above it. The label is omitted when the note begins with it, or when no
 * aptitude was chosen.
 */
function conceptText(aptitude: Decisions['aptitude'], note: string): string {
  if (aptitude === null) return note;
  const label = APTITUDE_LABELS[aptitude];
  if (note === '') return label;
  return isSameSentence(noteLinesOf(note)[0] ?? '', label) ? note : `${label}\n${note}`;
}

/**
 * Returns the texts that the concept prints. The doctor sees them before signing.
 * @param note text of a note, empty when it was not written
 * @param decisions null from a client or server that stores no decisions
 */
export function discloseNotes(note: (type: NoteType) => string, decisions: Decisions | null): DisclosedNotes {
  const text = (type: NoteType) => (hasVisibleCharacter(note(type)) ? note(type).trim() : '');
  const textOrNotRecorded = (words: string) => words || NOT_RECORDED_TEXT;
  return {
    concept: textOrNotRecorded(conceptText(decisions?.aptitude ?? null, text('concepto'))),
    tasks: textOrNotRecorded(noteWithDecisions('aptitud_tarea', text('aptitud_tarea'), decisions)),
    restrictions: textOrNotRecorded(noteWithDecisions('restricciones', text('restricciones'), decisions)),
    recommendations: textOrNotRecorded(text('recomendaciones')),
    habits: textOrNotRecorded(text('habitos')),
    surveillance: programmeInclusionText(decisions?.surveillance ?? null),
    referral: referralText(decisions?.referral ?? null),
  };
}
