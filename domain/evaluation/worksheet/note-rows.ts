import type { DecidedRestriction, Decisions } from '#contract/records/evaluation/decisions.ts';
import {
  APTITUDE_LABELS,
  PROGRAMME_DECISIONS,
  PROGRAMME_DECISION_LABELS,
  TASK_APTITUDES,
  type NoteType,
} from '#contract/vocabulary.ts';
import {
  EVALUATION_RESTRICTIONS_MAX,
  EVALUATION_PROGRAMMES_MAX,
  EVALUATION_TASKS_MAX,
} from '#contract/limits.ts';
import { setDecisionAndSentence, getDisplayedDecisions } from './decide.ts';
import { noteLinesOf } from '../notes/note-lines.ts';
import { decidedRestrictionLine, readRestriction } from '../notes/restriction.ts';
import { replaceSentences } from '../notes/sentences.ts';
import { PROGRAMME_LINE_DEFINITION, TASK_LINE_DEFINITION, type SubjectLine } from '../notes/subject-lines.ts';
import {
  noteKey,
  worksheetText,
  setTextFromHelper,
  type EvaluationTexts,
  type Worksheet,
} from './worksheet.ts';

/** Restriction, programme or task (`item`), with the line that states it in the note. */
export interface NoteRow<Item> {
  readonly line: string;
  readonly item: Item;
}

/**
 * Functions that read and write the rows of one note: as a decision when the server stores decisions, otherwise as lines of the
 * note.
 */
export interface NoteRowAdapter<Item> {
  readonly type: NoteType;
  readonly max: number;
  readonly write: (item: Item) => string;
  /** Returns the row that a line of the note states; null for any other line. */
  readonly read: (line: string) => Item | null;
  readonly chosenIn: (decisions: Decisions) => readonly Item[] | null;
  readonly decide: (
    sheet: Worksheet,
    evaluation: EvaluationTexts,
    items: readonly Item[] | null,
  ) => Worksheet;
}

export const RESTRICTION_ROW_ADAPTER: NoteRowAdapter<DecidedRestriction> = {
  type: 'restricciones',
  max: EVALUATION_RESTRICTIONS_MAX,
  write: decidedRestrictionLine,
  read: readRestriction,
  chosenIn: ({ restrictions }) => restrictions,
  decide: (sheet, evaluation, items) =>
    setDecisionAndSentence(sheet, evaluation, 'restrictions', items && [...items]),
};

const findValuesByLabel = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
  label: string,
): Value[] => values.filter((value) => labels[value] === label);

const PROGRAMME_ROW_ADAPTER: NoteRowAdapter<SubjectLine> = {
  type: 'sve',
  max: EVALUATION_PROGRAMMES_MAX,
  write: PROGRAMME_LINE_DEFINITION.write,
  read: PROGRAMME_LINE_DEFINITION.read,
  chosenIn: ({ surveillance }) =>
    surveillance &&
    surveillance.map(({ programme, act }) => ({ subject: programme, said: PROGRAMME_DECISION_LABELS[act] })),
  decide: (sheet, evaluation, items) => {
    const chosen = items?.flatMap(({ subject: programme, said }) =>
      findValuesByLabel(PROGRAMME_DECISIONS, PROGRAMME_DECISION_LABELS, said).map((act) => ({
        programme,
        act,
      })),
    );
    return setDecisionAndSentence(sheet, evaluation, 'surveillance', chosen ?? null);
  },
};

const TASK_ROW_ADAPTER: NoteRowAdapter<SubjectLine> = {
  type: 'aptitud_tarea',
  max: EVALUATION_TASKS_MAX,
  write: TASK_LINE_DEFINITION.write,
  read: TASK_LINE_DEFINITION.read,
  chosenIn: ({ tasks }) =>
    tasks && tasks.map(({ task, aptitude }) => ({ subject: task, said: APTITUDE_LABELS[aptitude] })),
  decide: (sheet, evaluation, items) => {
    const chosen = items?.flatMap(({ subject: task, said }) =>
      findValuesByLabel(TASK_APTITUDES, APTITUDE_LABELS, said).map((aptitude) => ({ task, aptitude })),
    );
    return setDecisionAndSentence(sheet, evaluation, 'tasks', chosen ?? null);
  },
};

export const SUBJECT_ROW_ADAPTERS: Readonly<Partial<Record<NoteType, NoteRowAdapter<SubjectLine>>>> = {
  sve: PROGRAMME_ROW_ADAPTER,
  aptitud_tarea: TASK_ROW_ADAPTER,
};

/** Returns the rows of a note: from the decision when the server stores decisions, otherwise from the lines of the text. */
export function noteRowsOf<Item>(
  kind: NoteRowAdapter<Item>,
  sheet: Worksheet,
  evaluation: EvaluationTexts,
): NoteRow<Item>[] {
  const decisions = getDisplayedDecisions(sheet, evaluation);
  if (decisions) return (kind.chosenIn(decisions) ?? []).map((item) => createNoteRow(kind, item));
  return noteLinesOf(worksheetText(sheet, evaluation, noteKey(kind.type))).flatMap((line) => {
    const item = kind.read(line);
    return item === null ? [] : [{ line, item }];
  });
}

export const createNoteRow = <Item>({ write }: NoteRowAdapter<Item>, item: Item): NoteRow<Item> => ({
  line: write(item),
  item,
});

/** Replaces the rows of a note. An empty list sets the decision to null; 'none' is a separate choice of the doctor. */
export function setNoteRows<Item>(
  kind: NoteRowAdapter<Item>,
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  rows: readonly NoteRow<Item>[],
): Worksheet {
  if (getDisplayedDecisions(sheet, evaluation))
    return kind.decide(sheet, evaluation, rows.length === 0 ? null : rows.map(({ item }) => item));
  const key = noteKey(kind.type);
  const [before, after] = [noteRowsOf(kind, sheet, evaluation), rows].map((of) => of.map(({ line }) => line));
  const text = replaceSentences(kind.type, worksheetText(sheet, evaluation, key), before ?? [], after ?? []);
  return setTextFromHelper(sheet, evaluation, key, text);
}
