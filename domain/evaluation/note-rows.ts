import type { DecidedRestriction, Decisions } from '#contract/records/evaluation/decisions.ts';
import {
  APTITUDE_LABELS,
  SURVEILLANCE_ACTS,
  SURVEILLANCE_ACT_LABELS,
  TASK_APTITUDES,
  type NoteType,
} from '#contract/vocabulary.ts';
import { RESTRICTIONS_MAX, SURVEILLANCE_MAX, TASKS_MAX } from '#contract/limits.ts';
import { decide, shownDecisions } from './decide.ts';
import { linesOf } from './notes/note-lines.ts';
import { decidedRestrictionLine, readRestriction } from './notes/restriction.ts';
import { replaceSentences } from './notes/sentences.ts';
import { PROGRAMMES, TASKS, type SubjectLine } from './notes/subject-lines.ts';
import { noteKey, shownText, writeText, type Texts, type Worksheet } from './worksheet.ts';

/** Restriction, programme or task, with the line of the note that states it. */
export interface NoteRow<Item> {
  readonly line: string;
  readonly item: Item;
}

/** How the rows of one note are stored: as a decision when the server stores decisions, otherwise as lines of the note. */
export interface RowKind<Item> {
  readonly type: NoteType;
  readonly max: number;
  readonly write: (item: Item) => string;
  /** Returns the row that a line of the note states; null for any other line. */
  readonly read: (line: string) => Item | null;
  readonly chosenIn: (decisions: Decisions) => readonly Item[] | null;
  readonly decide: (sheet: Worksheet, evaluation: Texts, items: readonly Item[] | null) => Worksheet;
}

export const RESTRICTION_ROWS: RowKind<DecidedRestriction> = {
  type: 'restricciones',
  max: RESTRICTIONS_MAX,
  write: decidedRestrictionLine,
  read: readRestriction,
  chosenIn: ({ restrictions }) => restrictions,
  decide: (sheet, evaluation, items) => decide(sheet, evaluation, 'restrictions', items && [...items]),
};

const byLabel = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
  label: string,
): Value[] => values.filter((value) => labels[value] === label);

const PROGRAMME_ROWS: RowKind<SubjectLine> = {
  type: 'sve',
  max: SURVEILLANCE_MAX,
  write: PROGRAMMES.write,
  read: PROGRAMMES.read,
  chosenIn: ({ surveillance }) =>
    surveillance &&
    surveillance.map(({ programme, act }) => ({ subject: programme, said: SURVEILLANCE_ACT_LABELS[act] })),
  decide: (sheet, evaluation, items) => {
    const chosen = items?.flatMap(({ subject: programme, said }) =>
      byLabel(SURVEILLANCE_ACTS, SURVEILLANCE_ACT_LABELS, said).map((act) => ({ programme, act })),
    );
    return decide(sheet, evaluation, 'surveillance', chosen ?? null);
  },
};

const TASK_ROWS: RowKind<SubjectLine> = {
  type: 'aptitud_tarea',
  max: TASKS_MAX,
  write: TASKS.write,
  read: TASKS.read,
  chosenIn: ({ tasks }) =>
    tasks && tasks.map(({ task, aptitude }) => ({ subject: task, said: APTITUDE_LABELS[aptitude] })),
  decide: (sheet, evaluation, items) => {
    const chosen = items?.flatMap(({ subject: task, said }) =>
      byLabel(TASK_APTITUDES, APTITUDE_LABELS, said).map((aptitude) => ({ task, aptitude })),
    );
    return decide(sheet, evaluation, 'tasks', chosen ?? null);
  },
};

export const SUBJECT_ROWS: Readonly<Partial<Record<NoteType, RowKind<SubjectLine>>>> = {
  sve: PROGRAMME_ROWS,
  aptitud_tarea: TASK_ROWS,
};

/** Returns the rows of a note. When the server stores decisions, lines of the text are not rows. */
export function rowsOf<Item>(kind: RowKind<Item>, sheet: Worksheet, evaluation: Texts): NoteRow<Item>[] {
  const decisions = shownDecisions(sheet, evaluation);
  if (decisions) return (kind.chosenIn(decisions) ?? []).map((item) => rowOf(kind, item));
  return linesOf(shownText(sheet, evaluation, noteKey(kind.type))).flatMap((line) => {
    const item = kind.read(line);
    return item === null ? [] : [{ line, item }];
  });
}

export const rowOf = <Item>({ write }: RowKind<Item>, item: Item): NoteRow<Item> => ({
  line: write(item),
  item,
});

/** Replaces the rows of a note. An empty list resets the decision to null; the decision 'none' must be chosen separately. */
export function setRows<Item>(
  kind: RowKind<Item>,
  sheet: Worksheet,
  evaluation: Texts,
  rows: readonly NoteRow<Item>[],
): Worksheet {
  if (shownDecisions(sheet, evaluation))
    return kind.decide(sheet, evaluation, rows.length === 0 ? null : rows.map(({ item }) => item));
  const key = noteKey(kind.type);
  const [before, after] = [rowsOf(kind, sheet, evaluation), rows].map((of) => of.map(({ line }) => line));
  const text = replaceSentences(kind.type, shownText(sheet, evaluation, key), before ?? [], after ?? []);
  return writeText(sheet, evaluation, key, text);
}
