import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import { chooseDecision, decisionsWithChoices, isSameValue, resolveChoice } from './choices.ts';
import { DECISION_OF_NOTE, NOTE_OF_DECISION, replaceSentences, sentencesOf } from './notes/sentences.ts';
import { noteKey, shownText, setHelperText, type EvaluationTexts, type Worksheet } from './worksheet.ts';

/** Returns the decisions that the page shows, saved and unsaved; null when the server stores none. */
export const shownDecisions = (
  { choices = {} }: Worksheet,
  { decisions }: Pick<Evaluation, 'decisions'>,
): Decisions | null => (decisions ? decisionsWithChoices(decisions, choices) : null);

function writeSentences<Name extends DecisionName>(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  name: Name,
  { before, after }: { readonly before: Decisions[Name]; readonly after: Decisions[Name] },
): Worksheet {
  const type = NOTE_OF_DECISION[name];
  const key = noteKey(type);
  // The text stays unchanged while it is in conflict with another user's text, which the doctor must resolve first.
  if (typeof sheet.texts[key]?.theirs === 'string') return sheet;
  const text = shownText(sheet, evaluation, key);
  const written = replaceSentences(type, text, sentencesOf(name, before), sentencesOf(name, after));
  return written === text ? sheet : setHelperText(sheet, evaluation, key, written);
}

/** Sets a decision and replaces the sentence of the previous decision in the note. Null removes the decision. */
export function setDecision<Name extends DecisionName>(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  name: Name,
  after: Decisions[Name],
): Worksheet {
  const { decisions } = evaluation;
  const shown = shownDecisions(sheet, evaluation);
  if (!decisions || !shown) return sheet;
  const written = writeSentences(sheet, evaluation, name, { before: shown[name], after });
  return { ...written, choices: chooseDecision(sheet.choices ?? {}, decisions, name, after) };
}

/**
 * Ends a conflict between two users' decisions: keeps the doctor's own decision, or takes the other user's decision and writes
 * its sentence into the note.
 */
export function resolveDecision<Name extends DecisionName>(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  name: Name,
  after: Decisions[Name],
): Worksheet {
  const choice = sheet.choices?.[name];
  if (!sheet.choices || !choice) return sheet;
  const before: Decisions[Name] = choice.mine;
  const written = writeSentences(sheet, evaluation, name, { before, after });
  return { ...written, choices: resolveChoice(sheet.choices, name, after) };
}

export interface NoteSnapshot {
  readonly text: string;
  /** Null when the server stores no decisions. */
  readonly decisions: Decisions | null;
}

export const snapshotOf = (sheet: Worksheet, evaluation: EvaluationTexts, type: NoteType): NoteSnapshot => ({
  text: shownText(sheet, evaluation, noteKey(type)),
  decisions: shownDecisions(sheet, evaluation),
});

export function isSameNote(type: NoteType, one: NoteSnapshot, other: NoteSnapshot): boolean {
  const name = DECISION_OF_NOTE[type];
  if (one.text !== other.text) return false;
  return name === undefined || isSameValue(one.decisions?.[name], other.decisions?.[name]);
}

export function restoreNote(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  type: NoteType,
  { text, decisions }: NoteSnapshot,
): Worksheet {
  const written = setHelperText(sheet, evaluation, noteKey(type), text);
  const name = DECISION_OF_NOTE[type];
  if (!name || !decisions || !evaluation.decisions) return written;
  return {
    ...written,
    choices: chooseDecision(written.choices ?? {}, evaluation.decisions, name, decisions[name]),
  };
}
