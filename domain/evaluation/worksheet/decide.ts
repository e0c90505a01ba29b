import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  setUnsavedDecision,
  applyUnsavedDecisions,
  isSameDecisionValue,
  resolveDecisionConflict,
} from './choices.ts';
import {
  DECISION_OF_NOTE,
  NOTE_OF_DECISION,
  replaceSentences,
  decisionSentences,
} from '../notes/sentences.ts';
import {
  noteKey,
  worksheetText,
  setTextFromHelper,
  type EvaluationTexts,
  type Worksheet,
} from './worksheet.ts';

/** Returns the decisions that the page shows, saved and unsaved; null when the server stores none. */
export const getDisplayedDecisions = (
  { choices = {} }: Worksheet,
  { decisions }: Pick<Evaluation, 'decisions'>,
): Decisions | null => (decisions ? applyUnsavedDecisions(decisions, choices) : null);

function updateDecisionSentences<Name extends DecisionName>(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  name: Name,
  { before, after }: { readonly before: Decisions[Name]; readonly after: Decisions[Name] },
): Worksheet {
  const type = NOTE_OF_DECISION[name];
  const key = noteKey(type);
  // The text stays unchanged until the doctor has resolved its conflict with another user's text.
  if (typeof sheet.texts[key]?.theirs === 'string') return sheet;
  const text = worksheetText(sheet, evaluation, key);
  const written = replaceSentences(
    type,
    text,
    decisionSentences(name, before),
    decisionSentences(name, after),
  );
  return written === text ? sheet : setTextFromHelper(sheet, evaluation, key, written);
}

/** Sets a decision and replaces the sentence of the previous decision in the note. Null removes the decision. */
export function setDecisionAndSentence<Name extends DecisionName>(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  name: Name,
  after: Decisions[Name],
): Worksheet {
  const { decisions } = evaluation;
  const shown = getDisplayedDecisions(sheet, evaluation);
  if (!decisions || !shown) return sheet;
  const written = updateDecisionSentences(sheet, evaluation, name, { before: shown[name], after });
  return { ...written, choices: setUnsavedDecision(sheet.choices ?? {}, decisions, name, after) };
}

/**
 * Ends a conflict between two users' decisions: keeps the doctor's own decision, or takes the other user's decision and writes
 * its sentence into the note.
 */
export function resolveDecisionAndSentence<Name extends DecisionName>(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  name: Name,
  after: Decisions[Name],
): Worksheet {
  const choice = sheet.choices?.[name];
  if (!sheet.choices || !choice) return sheet;
  const before: Decisions[Name] = choice.mine;
  const written = updateDecisionSentences(sheet, evaluation, name, { before, after });
  return { ...written, choices: resolveDecisionConflict(sheet.choices, name, after) };
}

export interface NoteSnapshot {
  readonly text: string;
  /** Null when the server stores no decisions. */
  readonly decisions: Decisions | null;
}

export const noteSnapshotOf = (
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  type: NoteType,
): NoteSnapshot => ({
  text: worksheetText(sheet, evaluation, noteKey(type)),
  decisions: getDisplayedDecisions(sheet, evaluation),
});

export function isSameNote(type: NoteType, one: NoteSnapshot, other: NoteSnapshot): boolean {
  const name = DECISION_OF_NOTE[type];
  if (one.text !== other.text) return false;
  return name === undefined || isSameDecisionValue(one.decisions?.[name], other.decisions?.[name]);
}

export function restoreNote(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  type: NoteType,
  { text, decisions }: NoteSnapshot,
): Worksheet {
  const written = setTextFromHelper(sheet, evaluation, noteKey(type), text);
  const name = DECISION_OF_NOTE[type];
  if (!name || !decisions || !evaluation.decisions) return written;
  return {
    ...written,
    choices: setUnsavedDecision(written.choices ?? {}, evaluation.decisions, name, decisions[name]),
  };
}
