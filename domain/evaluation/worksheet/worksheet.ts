import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { NOTE_TYPES, type NoteType } from '#contract/vocabulary.ts';
import type { DecisionName } from '#contract/records/evaluation/decisions.ts';
import {
  conflictingDecisionNames,
  hasUnsavedDecisions,
  rebaseUnsavedDecisions,
  type UnsavedDecisions,
} from './choices.ts';
import { mergeText } from './merge.ts';
import { noteLinesOf, type UnfinishedLine } from '../notes/note-lines.ts';

/**
 * Key of a text in a worksheet. A worksheet contains only the doctor's unsaved texts of one evaluation. Each text is stored
 * with the server's text from the time when the doctor began to type, so that a later change by another doctor is detected.
 */
export type WorksheetTextKey = `result:${string}` | `note:${NoteType}`;

/** Text that the same user typed in another window. The texts of both windows are joined when the worksheet is opened again. */
export interface WindowText {
  readonly words: string;
  readonly takenFrom?: string | undefined;
}

export interface TypedText {
  /** Text on the server when the doctor began to type. */
  readonly base: string;
  readonly mine: string;
  /** Newer text of another user in an unresolved conflict; null otherwise. */
  readonly theirs: string | null;
  /**
   * Day (YYYY-MM-DD) of the earlier visit from which the text was copied; absent once the doctor has confirmed or edited the
   * text. While `takenFrom` is set, the section cannot be saved.
   */
  readonly takenFrom?: string | undefined;
  readonly beside?: WindowText | undefined;
}

/**
 * Exam that the doctor added and that is not ordered on the server yet ('Exámenes por agregar'). Name and code serve only for
 * display.
 */
export interface AddedExam {
  readonly examId: string;
  readonly name: string;
  readonly code: string;
  readonly notes: string;
  /** Result that the server stored while the doctor continued to type; empty if the server stored none. */
  readonly base: string;
  readonly beside?: WindowText | undefined;
}

/** Field that a template can fill: the result of an exam (by the exam's id), a note or a decision. */
export type TemplateField = `exam:${string}` | `note:${NoteType}` | `choice:${DecisionName}`;

/**
 * State of a field that a template has filled. An unseen field is shown as such, and listed before signing, while it still has
 * `value`: a text without outer blanks, or the JSON of a decision.
 */
export type TemplateMark =
  | { readonly state: 'unseen'; readonly template: string; readonly value: string }
  /** The doctor has seen the field. Stored, so that a mark of another window does not return. */
  | { readonly state: 'seen' };

export interface Worksheet {
  readonly texts: Readonly<Partial<Record<WorksheetTextKey, TypedText>>>;
  readonly added: readonly AddedExam[];
  /** Lines that the doctor is composing and has not added to their notes yet. */
  readonly begun?: Readonly<Partial<Record<NoteType, UnfinishedLine>>> | undefined;
  readonly choices?: UnsavedDecisions | undefined;
  /** Marks of the fields that a template has filled; they stay when the server has saved the fields. */
  readonly marks?: Readonly<Partial<Record<TemplateField, TemplateMark>>> | undefined;
}

export const emptyWorksheet: Worksheet = { texts: {}, added: [] };

export const resultKey = (orderId: string): WorksheetTextKey => `result:${orderId}`;
export const noteKey = (type: NoteType): WorksheetTextKey => `note:${type}`;

export type EvaluationTexts = Pick<Evaluation, 'exam_orders' | 'notes' | 'decisions'>;

function savedText(evaluation: EvaluationTexts, key: WorksheetTextKey): string {
  const order = evaluation.exam_orders.find(({ id }) => resultKey(id) === key);
  if (order) return order.result_notes ?? '';
  return evaluation.notes.find(({ note_type: type }) => noteKey(type) === key)?.content ?? '';
}

export const worksheetText = (sheet: Worksheet, evaluation: EvaluationTexts, key: WorksheetTextKey): string =>
  sheet.texts[key]?.mine ?? savedText(evaluation, key);

export const removeTexts = (sheet: Worksheet, keys: readonly WorksheetTextKey[]): Worksheet => ({
  ...sheet,
  texts: Object.fromEntries(
    Object.entries(sheet.texts).filter(([key]) => !keys.includes(key as WorksheetTextKey)),
  ),
});
export const putText = (sheet: Worksheet, key: WorksheetTextKey, text: TypedText): Worksheet => ({
  ...sheet,
  texts: { ...sheet.texts, [key]: text },
});

/** Stores a text that the doctor typed. A text equal to the server's is not stored as a change. */
export function setTypedText(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  key: WorksheetTextKey,
  mine: string,
): Worksheet {
  const before = sheet.texts[key];
  const base = before?.base ?? savedText(evaluation, key);
  if (mine === base && !before?.theirs) return removeTexts(sheet, [key]);
  return putText(sheet, key, { base, mine, theirs: before?.theirs ?? null });
}

/**
 * Stores a text that a helper form changed. Copied text and the text of a template stay marked as unread while one of their lines is
 * still present, whereas `setTypedText` always removes the mark.
 */
export function setTextFromHelper(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  key: WorksheetTextKey,
  mine: string,
): Worksheet {
  const earlier = worksheetText(sheet, evaluation, key);
  const left = noteLinesOf(mine).filter((line) => line !== '' && noteLinesOf(earlier).includes(line));
  const typed = setTypedText(sheet, evaluation, key, mine);
  if (left.length === 0) return typed;
  const next = moveMark(typed, key, { from: earlier, to: mine });
  const [before, text] = [sheet.texts[key], next.texts[key]];
  if (before?.takenFrom === undefined || !text) return next;
  return putText(next, key, { ...text, takenFrom: before.takenFrom });
}

/** Keeps the mark of a template at a note whose text a helper form changed. */
function moveMark(sheet: Worksheet, key: WorksheetTextKey, text: { from: string; to: string }): Worksheet {
  const field = key as TemplateField;
  const mark = sheet.marks?.[field];
  if (mark?.state !== 'unseen' || mark.value !== text.from.trim()) return sheet;
  return { ...sheet, marks: { ...sheet.marks, [field]: { ...mark, value: text.to.trim() } } };
}

export function noteTextOf(
  notes: readonly EvaluationTexts['notes'][number][],
  type: NoteType,
): string | null {
  const words = notes.find(({ note_type: of }) => of === type)?.content ?? '';
  return hasVisibleCharacter(words) ? words : null;
}

/** Copies the text of an earlier visit into a note; the doctor must confirm or edit it before saving. */
export function setTextFromEarlierVisit(
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  key: WorksheetTextKey,
  { words, day }: { readonly words: string; readonly day: string },
): Worksheet {
  const next = setTypedText(sheet, evaluation, key, words);
  const text = next.texts[key];
  return text ? putText(next, key, { ...text, takenFrom: day }) : next;
}

export function confirmCopiedText(sheet: Worksheet, key: WorksheetTextKey): Worksheet {
  const text = sheet.texts[key];
  if (!text) return sheet;
  const { takenFrom: _read, ...own } = text;
  return putText(sheet, key, own);
}

/** Returns the notes with copied text that the doctor has not confirmed. */
export const unreadCopiedNotes = ({ texts }: Worksheet): NoteType[] =>
  NOTE_TYPES.filter((type) => texts[noteKey(type)]?.takenFrom !== undefined);

/**
 * Ends a conflict with the text that the doctor chose or joined. This text then counts as a change of the other user's text.
 */
export function resolveTextConflict(sheet: Worksheet, key: WorksheetTextKey, text: string): Worksheet {
  const before = sheet.texts[key];
  if (!before || before.theirs === null) return sheet;
  if (text.trim() === before.theirs) return removeTexts(sheet, [key]);
  return putText(sheet, key, { base: before.theirs, mine: text, theirs: null });
}

function rebaseText(text: TypedText, theirs: string): TypedText | null {
  if (theirs === (text.theirs ?? text.base)) return text;
  // The server trims texts, so blanks at the ends must not count as a change.
  const merge = mergeText(text.base.trim(), text.mine.trim(), theirs.trim());
  if (merge.type === 'conflict') return { ...text, theirs };
  return merge.text === theirs.trim() ? null : { ...text, base: theirs, theirs: null };
}

/**
 * Turns an added exam into a changed result when the server now has an order for the exam. Either this user's request created
 * the order and the response was lost, or another user created the order.
 */
function convertOrderedExams(sheet: Worksheet, evaluation: EvaluationTexts): Worksheet {
  let next = sheet;
  for (const exam of sheet.added) {
    const order = evaluation.exam_orders.find((candidate) => candidate.exam.id === exam.examId);
    if (!order) continue;
    next = removeAddedExam(next, exam.examId);
    const theirs = order.result_notes ?? '';
    const typed = { base: exam.base, mine: exam.notes, theirs: null };
    const text = exam.base === theirs && exam.notes !== theirs ? typed : rebaseText(typed, theirs);
    if (text && text.mine !== theirs) next = putText(next, resultKey(order.id), text);
  }
  return next;
}

/**
 * Returns the worksheet after the evaluation changed on the server. A text that only one user changed is merged. A text that
 * both users changed is a conflict until the doctor resolves it.
 */
export function rebaseWorksheet(sheet: Worksheet, evaluation: EvaluationTexts): Worksheet {
  let next = convertOrderedExams(sheet, evaluation);
  for (const [name, text] of Object.entries(next.texts)) {
    const key = name as WorksheetTextKey;
    const rebased = text && rebaseText(text, savedText(evaluation, key));
    if (rebased === text) continue;
    next = rebased ? putText(next, key, rebased) : removeTexts(next, [key]);
  }
  if (!next.choices || !evaluation.decisions) return next;
  const choices = rebaseUnsavedDecisions(next.choices, evaluation.decisions);
  return choices === next.choices ? next : { ...next, choices };
}

export const isExamAddedOrOrdered = (
  sheet: Worksheet,
  evaluation: EvaluationTexts,
  examId: string,
): boolean =>
  sheet.added.some((exam) => exam.examId === examId) ||
  evaluation.exam_orders.some((order) => order.exam.id === examId);

/** Adds an exam unless it was added already, because a user may press the button twice before the page is rendered again. */
export const addExamToWorksheet = (sheet: Worksheet, exam: AddedExam): Worksheet =>
  sheet.added.some(({ examId }) => examId === exam.examId)
    ? sheet
    : { ...sheet, added: [...sheet.added, exam] };
export const setAddedExamNotes = (sheet: Worksheet, examId: string, notes: string): Worksheet => ({
  ...sheet,
  added: sheet.added.map((exam) => (exam.examId === examId ? { ...exam, notes } : exam)),
});
export const removeAddedExam = (sheet: Worksheet, examId: string): Worksheet => ({
  ...sheet,
  added: sheet.added.filter((exam) => exam.examId !== examId),
});

/** Stores the line that the doctor is composing; null removes it. */
export function setUnfinishedLine(sheet: Worksheet, type: NoteType, line: UnfinishedLine | null): Worksheet {
  const { [type]: _before, ...others } = sheet.begun ?? {};
  return { ...sheet, begun: line === null ? others : { ...others, [type]: line } };
}

export type WorksheetSection = 'results' | 'notes';
export const TEXT_KEY_PREFIXES: Record<WorksheetSection, string> = { results: 'result:', notes: 'note:' };

export const typedTexts = (sheet: Worksheet, section: WorksheetSection): [WorksheetTextKey, TypedText][] =>
  Object.entries(sheet.texts).flatMap(([key, text]) =>
    text && key.startsWith(TEXT_KEY_PREFIXES[section])
      ? [[key as WorksheetTextKey, text] as [WorksheetTextKey, TypedText]]
      : [],
  );

/** Returns the texts in conflict, which the doctor must resolve before saving the section. */
export const conflictingTextKeys = (sheet: Worksheet, section: WorksheetSection): WorksheetTextKey[] =>
  typedTexts(sheet, section).flatMap(([key, text]) => (text.theirs === null ? [] : [key]));

/** Returns true when a conflict between two texts or two decisions prevents saving the section. */
export const hasSectionConflict = (sheet: Worksheet, section: WorksheetSection): boolean =>
  conflictingTextKeys(sheet, section).length > 0 ||
  (section === 'notes' && conflictingDecisionNames(sheet.choices ?? {}).length > 0);

/**
 * Returns the notes with a line that the doctor composed but did not add. The page warns about them, because the doctor may
 * believe that the note contains the line.
 */
export const notesWithUnfinishedLine = ({ begun = {} }: Worksheet): NoteType[] =>
  NOTE_TYPES.filter((type) => (begun[type]?.subject.trim() ?? '') !== '');

export const isSectionChanged = (sheet: Worksheet, section: WorksheetSection): boolean =>
  typedTexts(sheet, section).length > 0 ||
  (section === 'results'
    ? sheet.added.length > 0
    : notesWithUnfinishedLine(sheet).length > 0 || hasUnsavedDecisions(sheet.choices ?? {}));

export const isEmptyWorksheet = (sheet: Worksheet): boolean =>
  !isSectionChanged(sheet, 'results') && !isSectionChanged(sheet, 'notes');

/** Returns true when the device need not store the worksheet. Marks of a template stay after a save until the signature. */
export const isDiscardableWorksheet = (sheet: Worksheet): boolean =>
  isEmptyWorksheet(sheet) && Object.keys(sheet.marks ?? {}).length === 0;
