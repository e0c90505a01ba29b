import type { SaveExamOrdersBody, SaveNotesBody } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { hasVisible } from '#contract/primitives.ts';
import { NOTE_TYPES, type NoteType } from '#contract/vocabulary.ts';
import {
  choicesAfterSaving,
  choicesInConflict,
  choicesToSave,
  hasChoices,
  rebaseChoices,
  type Choices,
} from './choices.ts';
import { mergeText } from './merge.ts';
import { linesOf, type BegunLine } from './notes/note-lines.ts';

/**
 * What a doctor has typed on one evaluation and not saved. Only texts that differ from what the provider has are in
 * it, each beside what was read when the typing began, so that a second doctor's change is seen.
 */
export type TextKey = `result:${string}` | `note:${NoteType}`;

/** What another window of the same person holds of a text; it is joined to it when the sheet is opened again. */
export interface BesideText {
  readonly words: string;
  readonly takenFrom?: string | undefined;
}

export interface TypedText {
  /** What the provider had when this was typed. */
  readonly base: string;
  readonly mine: string;
  /** Somebody else's text since then, where a person has to choose; null otherwise. */
  readonly theirs: string | null;
  /**
   * The day of the earlier visit whose words these are, YYYY-MM-DD, until a person has read them: said so, or typed in them.
   * Nothing of the section is saved before.
   */
  readonly takenFrom?: string | undefined;
  readonly beside?: BesideText | undefined;
}

/** An exam that is not an order yet ('Exámenes por agregar'). Its name and code are kept to be shown. */
export interface AddedExam {
  readonly examId: string;
  readonly name: string;
  readonly code: string;
  readonly notes: string;
  /** The notes that the provider has taken already, while more was typed; empty otherwise. */
  readonly base: string;
  readonly beside?: BesideText | undefined;
}

export interface Worksheet {
  readonly texts: Readonly<Partial<Record<TextKey, TypedText>>>;
  readonly added: readonly AddedExam[];
  /** Lines that are being put together beside a note and do not stand in it yet. */
  readonly begun?: Readonly<Partial<Record<NoteType, BegunLine>>> | undefined;
  /** Decisions that were chosen and are not saved. */
  readonly choices?: Choices | undefined;
}

export const emptyWorksheet: Worksheet = { texts: {}, added: [] };

export const resultKey = (orderId: string): TextKey => `result:${orderId}`;
export const noteKey = (type: NoteType): TextKey => `note:${type}`;

export type Texts = Pick<Evaluation, 'exam_orders' | 'notes' | 'decisions'>;

/** The provider's text; empty where there is none, or no longer such an order. */
function savedText(evaluation: Texts, key: TextKey): string {
  const order = evaluation.exam_orders.find(({ id }) => resultKey(id) === key);
  if (order) return order.result_notes ?? '';
  return evaluation.notes.find(({ note_type: type }) => noteKey(type) === key)?.content ?? '';
}

/** The text as the person sees it. */
export const shownText = (sheet: Worksheet, evaluation: Texts, key: TextKey): string =>
  sheet.texts[key]?.mine ?? savedText(evaluation, key);

const without = (sheet: Worksheet, keys: readonly TextKey[]): Worksheet => ({
  ...sheet,
  texts: Object.fromEntries(Object.entries(sheet.texts).filter(([key]) => !keys.includes(key as TextKey))),
});
const withText = (sheet: Worksheet, key: TextKey, text: TypedText): Worksheet => ({
  ...sheet,
  texts: { ...sheet.texts, [key]: text },
});

/** Types a text; one equal to the provider's is no change. */
export function typeText(sheet: Worksheet, evaluation: Texts, key: TextKey, mine: string): Worksheet {
  const before = sheet.texts[key];
  const base = before?.base ?? savedText(evaluation, key);
  if (mine === base && !before?.theirs) return without(sheet, [key]);
  return withText(sheet, key, { base, mine, theirs: before?.theirs ?? null });
}

/** As `typeText`, by a helper: nobody has read what was taken over while a line of it still stands there. */
export function writeText(sheet: Worksheet, evaluation: Texts, key: TextKey, mine: string): Worksheet {
  const next = typeText(sheet, evaluation, key, mine);
  const [before, text] = [sheet.texts[key], next.texts[key]];
  if (before?.takenFrom === undefined || !text) return next;
  const left = linesOf(mine).filter((line) => line !== '' && linesOf(before.mine).includes(line));
  return left.length === 0 ? next : withText(next, key, { ...text, takenFrom: before.takenFrom });
}

/** What an evaluation says in a note; null for nothing that can be seen. No note is read for another. */
export function wordsOf(notes: readonly Texts['notes'][number][], type: NoteType): string | null {
  const words = notes.find(({ note_type: of }) => of === type)?.content ?? '';
  return hasVisible(words) ? words : null;
}

/** Words of an earlier visit, to be read before they are saved. */
export function takeText(
  sheet: Worksheet,
  evaluation: Texts,
  key: TextKey,
  { words, day }: { readonly words: string; readonly day: string },
): Worksheet {
  const next = typeText(sheet, evaluation, key, words);
  const text = next.texts[key];
  return text ? withText(next, key, { ...text, takenFrom: day }) : next;
}

/** A person has read what was taken over, and leaves it as it is. */
export function confirmTaken(sheet: Worksheet, key: TextKey): Worksheet {
  const text = sheet.texts[key];
  if (!text) return sheet;
  const { takenFrom: _read, ...own } = text;
  return withText(sheet, key, own);
}

/** Notes with words of an earlier visit that nobody has read yet. */
export const unreadNotes = ({ texts }: Worksheet): NoteType[] =>
  NOTE_TYPES.filter((type) => texts[noteKey(type)]?.takenFrom !== undefined);

/** A person has chosen, or joined, two texts: from here on theirs is what it was changed from. */
export function settleText(sheet: Worksheet, key: TextKey, text: string): Worksheet {
  const before = sheet.texts[key];
  if (!before || before.theirs === null) return sheet;
  if (text.trim() === before.theirs) return without(sheet, [key]);
  return withText(sheet, key, { base: before.theirs, mine: text, theirs: null });
}

function rebaseText(text: TypedText, theirs: string): TypedText | null {
  if (theirs === (text.theirs ?? text.base)) return text;
  // The provider trims: blanks at the ends are no difference between two people.
  const merge = mergeText(text.base.trim(), text.mine.trim(), theirs.trim());
  if (merge.type === 'conflict') return { ...text, theirs };
  return merge.text === theirs.trim() ? null : { ...text, base: theirs, theirs: null };
}

/** An exam that became an order meanwhile, by this person's lost answer or by somebody else, goes on as its result. */
function adopt(sheet: Worksheet, evaluation: Texts): Worksheet {
  let next = sheet;
  for (const exam of sheet.added) {
    const order = evaluation.exam_orders.find((candidate) => candidate.exam.id === exam.examId);
    if (!order) continue;
    next = removeExam(next, exam.examId);
    const theirs = order.result_notes ?? '';
    const typed = { base: exam.base, mine: exam.notes, theirs: null };
    const text = exam.base === theirs && exam.notes !== theirs ? typed : rebaseText(typed, theirs);
    if (text && text.mine !== theirs) next = withText(next, resultKey(order.id), text);
  }
  return next;
}

/**
 * The sheet over a newer state of the evaluation. What only one of two people changed settles by itself; where both
 * did, both texts are kept until a person chooses.
 */
export function rebase(sheet: Worksheet, evaluation: Texts): Worksheet {
  let next = adopt(sheet, evaluation);
  for (const [name, text] of Object.entries(next.texts)) {
    const key = name as TextKey;
    const rebased = text && rebaseText(text, savedText(evaluation, key));
    if (rebased === text) continue;
    next = rebased ? withText(next, key, rebased) : without(next, [key]);
  }
  if (!next.choices || !evaluation.decisions) return next;
  const choices = rebaseChoices(next.choices, evaluation.decisions);
  return choices === next.choices ? next : { ...next, choices };
}

export const hasExam = (sheet: Worksheet, evaluation: Texts, examId: string): boolean =>
  sheet.added.some((exam) => exam.examId === examId) ||
  evaluation.exam_orders.some((order) => order.exam.id === examId);

/** Once: a second press may precede the render. */
export const addExam = (sheet: Worksheet, exam: AddedExam): Worksheet =>
  sheet.added.some(({ examId }) => examId === exam.examId)
    ? sheet
    : { ...sheet, added: [...sheet.added, exam] };
export const typeAdded = (sheet: Worksheet, examId: string, notes: string): Worksheet => ({
  ...sheet,
  added: sheet.added.map((exam) => (exam.examId === examId ? { ...exam, notes } : exam)),
});
export const removeExam = (sheet: Worksheet, examId: string): Worksheet => ({
  ...sheet,
  added: sheet.added.filter((exam) => exam.examId !== examId),
});

/** Null takes it away: it stands in the note now, or is given up. */
export function beginLine(sheet: Worksheet, type: NoteType, line: BegunLine | null): Worksheet {
  const { [type]: _before, ...others } = sheet.begun ?? {};
  return { ...sheet, begun: line === null ? others : { ...others, [type]: line } };
}

export type Section = 'results' | 'notes';
const PREFIX: Record<Section, string> = { results: 'result:', notes: 'note:' };

const typedIn = (sheet: Worksheet, section: Section): [TextKey, TypedText][] =>
  Object.entries(sheet.texts).flatMap(([key, text]) =>
    text && key.startsWith(PREFIX[section]) ? [[key as TextKey, text] as [TextKey, TypedText]] : [],
  );

/** Texts that a person has to choose between before the section can be saved. */
export const conflictsIn = (sheet: Worksheet, section: Section): TextKey[] =>
  typedIn(sheet, section).flatMap(([key, text]) => (text.theirs === null ? [] : [key]));

/** Whether two texts, or two values of a decision, need a choice before the section can be saved. */
export const hasConflict = (sheet: Worksheet, section: Section): boolean =>
  conflictsIn(sheet, section).length > 0 ||
  (section === 'notes' && choicesInConflict(sheet.choices ?? {}).length > 0);

/** Notes with a line that was begun and not added: its author may believe that it is part of the note. */
export const unfinishedNotes = ({ begun = {} }: Worksheet): NoteType[] =>
  NOTE_TYPES.filter((type) => (begun[type]?.subject.trim() ?? '') !== '');

export const isChanged = (sheet: Worksheet, section: Section): boolean =>
  typedIn(sheet, section).length > 0 ||
  (section === 'results'
    ? sheet.added.length > 0
    : unfinishedNotes(sheet).length > 0 || hasChoices(sheet.choices ?? {}));

export const isEmptySheet = (sheet: Worksheet): boolean =>
  !isChanged(sheet, 'results') && !isChanged(sheet, 'notes');

/** What 'Guardar resultados' sends: the results that changed, and the exams added. */
export const resultsToSave = (sheet: Worksheet): SaveExamOrdersBody => ({
  orders: [
    ...typedIn(sheet, 'results').map(([key, { mine }]) => ({
      order_id: key.slice(PREFIX.results.length),
      result_notes: mine.trim() || null,
    })),
    ...sheet.added.map(({ examId, notes }) => ({ exam_id: examId, result_notes: notes.trim() || null })),
  ],
});

/**
 * What 'Guardar notas' sends: the notes that changed; an empty one is taken away. Choices are sent only to a server that stores them:
 * for another one their sentences in the notes are all there is.
 */
export const notesToSave = (
  { texts, choices = {} }: Worksheet,
  { decisions }: Pick<Evaluation, 'decisions'>,
): SaveNotesBody => ({
  notes: NOTE_TYPES.flatMap((type) => {
    const text = texts[noteKey(type)];
    return text ? [{ note_type: type, content: text.mine.trim() }] : [];
  }),
  ...(decisions && hasChoices(choices) && { decisions: choicesToSave(choices) }),
});

/**
 * The sheet after the provider has taken what `sent` held of the section. What was typed while the answer was under
 * way stays, now as a change of what was sent.
 */
export function afterSaving(sheet: Worksheet, sent: Worksheet, section: Section): Worksheet {
  let next = sheet;
  for (const [key, { mine }] of typedIn(sent, section)) {
    const now = next.texts[key];
    if (!now) continue;
    next =
      now.mine === mine
        ? without(next, [key])
        : withText(next, key, { ...now, base: mine.trim(), theirs: null });
  }
  if (section === 'notes') {
    if (!next.choices || !sent.choices) return next;
    return { ...next, choices: choicesAfterSaving(next.choices, sent.choices) };
  }
  return { ...next, added: next.added.flatMap((exam) => afterAdding(exam, sent.added)) };
}

/** An exam that was typed on while it was being added is adopted by the next `rebase`, as a change of its result. */
function afterAdding(exam: AddedExam, sent: readonly AddedExam[]): AddedExam[] {
  const taken = sent.find(({ examId }) => examId === exam.examId);
  if (!taken) return [exam];
  return taken.notes === exam.notes ? [] : [{ ...exam, base: taken.notes.trim() }];
}
