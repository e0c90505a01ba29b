import type { SaveExamOrdersBody, SaveNotesBody } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { unsavedDecisionsAfterSaving, decisionsToSave, hasUnsavedDecisions } from './choices.ts';
import {
  type AddedExam,
  type Worksheet,
  type WorksheetSection,
  noteKey,
  putText,
  removeTexts,
  TEXT_KEY_PREFIXES,
  typedTexts,
} from './worksheet.ts';

export const createSaveExamOrdersBody = (sheet: Worksheet): SaveExamOrdersBody => ({
  orders: [
    ...typedTexts(sheet, 'results').map(([key, { mine }]) => ({
      order_id: key.slice(TEXT_KEY_PREFIXES.results.length),
      result_notes: mine.trim() || null,
    })),
    ...sheet.added.map(({ examId, notes }) => ({ exam_id: examId, result_notes: notes.trim() || null })),
  ],
});

/**
 * Returns the body of the request of 'Guardar notas': changed notes, an empty text for a removed one. Decisions are included
 * only if the server stores them; the notes contain their sentences in any case.
 */
export const createSaveNotesBody = (
  { texts, choices = {} }: Worksheet,
  { decisions }: Pick<Evaluation, 'decisions'>,
): SaveNotesBody => ({
  notes: NOTE_TYPES.flatMap((type) => {
    const text = texts[noteKey(type)];
    return text ? [{ note_type: type, content: text.mine.trim() }] : [];
  }),
  ...(decisions && hasUnsavedDecisions(choices) && { decisions: decisionsToSave(choices) }),
});

/**
 * Returns the worksheet after the server has saved the section as in `sent`. Text that was typed during the request stays as a
 * change based on the saved text.
 */
export function worksheetAfterSaving(
  sheet: Worksheet,
  sent: Worksheet,
  section: WorksheetSection,
): Worksheet {
  let next = sheet;
  for (const [key, { mine }] of typedTexts(sent, section)) {
    const now = next.texts[key];
    if (!now) continue;
    next =
      now.mine === mine
        ? removeTexts(next, [key])
        : putText(next, key, { ...now, base: mine.trim(), theirs: null });
  }
  if (section === 'notes') {
    if (!next.choices || !sent.choices) return next;
    return { ...next, choices: unsavedDecisionsAfterSaving(next.choices, sent.choices) };
  }
  return { ...next, added: next.added.flatMap((exam) => keepChangedExam(exam, sent.added)) };
}

/**
 * Keeps an exam whose result was changed during the save request. The server now has an order for the exam, so the next
 * `rebaseWorksheet` converts the text to a change of that order's result.
 */
function keepChangedExam(exam: AddedExam, sent: readonly AddedExam[]): AddedExam[] {
  const taken = sent.find(({ examId }) => examId === exam.examId);
  if (!taken) return [exam];
  return taken.notes === exam.notes ? [] : [{ ...exam, base: taken.notes.trim() }];
}
