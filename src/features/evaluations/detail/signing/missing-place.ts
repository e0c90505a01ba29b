import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  isSectionChanged,
  noteKey,
  resultKey,
  shownText,
  type WorksheetSection,
} from '#domain/evaluation/worksheet.ts';
import { showFocused } from '../state/focus-note.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';

/** Control of this page with which the doctor completes a missing requirement for signing. */
export type MissingPlace =
  | { readonly type: 'exam' }
  | { readonly type: 'result'; readonly orderId: string }
  | { readonly type: 'added'; readonly examId: string }
  | { readonly type: 'note'; readonly noteType: NoteType }
  | { readonly type: 'save'; readonly section: WorksheetSection }
  | { readonly type: 'doctor' };

export const SIGNING_DOCTOR_FIELD = 'signing_doctor';

function selectorOf(place: MissingPlace): string {
  switch (place.type) {
    case 'exam':
      return '.add-exam input';
    case 'result':
      return `[data-order="${place.orderId}"] textarea`;
    case 'added':
      return `[data-added="${place.examId}"] textarea`;
    case 'note':
      return `[data-note="${place.noteType}"] textarea`;
    case 'save':
      return `[data-save="${place.section}"]`;
    case 'doctor':
      return `[data-path="${SIGNING_DOCTOR_FIELD}"]`;
  }
}

/** Moves the focus to the control. Returns false if the page does not show it. */
export const focusMissingPlace = (place: MissingPlace | null): boolean =>
  place !== null && showFocused(document.querySelector<HTMLElement>(selectorOf(place)));

/** Finds the first exam that has no result, saved or unsaved. */
function emptyResult({ evaluation, typing: { sheet } }: EvaluationContext): MissingPlace | null {
  const { exam_orders: orders } = evaluation;
  if (orders.length + sheet.added.length === 0) return { type: 'exam' };
  const order = orders.find(({ id }) => !hasVisibleCharacter(shownText(sheet, evaluation, resultKey(id))));
  if (order) return { type: 'result', orderId: order.id };
  const added = sheet.added.find(({ notes }) => !hasVisibleCharacter(notes));
  return added ? { type: 'added', examId: added.examId } : null;
}

/** Finds the first note if all eight are empty; unsaved text counts. */
function emptyNote({ evaluation, typing: { sheet } }: EvaluationContext): MissingPlace | null {
  const isWritten = NOTE_ORDER.some((type) =>
    hasVisibleCharacter(shownText(sheet, evaluation, noteKey(type))),
  );
  return isWritten ? null : { type: 'note', noteType: NOTE_ORDER[0] };
}

/** Finds the save button of the first section with unsaved changes. */
export function unsavedPlace({ typing: { sheet } }: EvaluationContext): MissingPlace | null {
  const section = (['results', 'notes'] as const).find((each) => isSectionChanged(sheet, each));
  return section ? { type: 'save', section } : null;
}

/** Finds the first empty field of the page, or the button that saves unsaved changes when no field is empty. */
export const firstEmptyPlace = (context: EvaluationContext): MissingPlace | null =>
  emptyResult(context) ?? emptyNote(context) ?? unsavedPlace(context);
