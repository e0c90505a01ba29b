import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';
import { signingChecklist, type SigningRequirement } from '#domain/evaluation/signing/checklist.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  isSectionChanged,
  noteKey,
  resultKey,
  worksheetText,
  type WorksheetSection,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { tryFocusInView } from '../../state/focus-note.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

/** Control of this page with which the doctor completes a requirement for signing. */
export type RequirementControl =
  | { readonly type: 'exam' }
  | { readonly type: 'result'; readonly orderId: string }
  | { readonly type: 'added'; readonly examId: string }
  | { readonly type: 'note'; readonly noteType: NoteType }
  | { readonly type: 'save'; readonly section: WorksheetSection }
  | { readonly type: 'doctor' };

export const SIGNING_DOCTOR_FIELD = 'signing_doctor';

function controlSelectorOf(place: RequirementControl): string {
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

const findControl = (place: RequirementControl | null): HTMLElement | null =>
  place && document.querySelector<HTMLElement>(controlSelectorOf(place));

/** Focuses the control. Returns false if the page does not show it. */
export const tryFocusRequirementControl = (place: RequirementControl | null): boolean =>
  tryFocusInView(findControl(place));

export const hasRequirementControlFocus = (place: RequirementControl | null): boolean =>
  place !== null && findControl(place) === document.activeElement;

function findEmptyResultControl({
  evaluation,
  typing: { sheet },
}: EvaluationContext): RequirementControl | null {
  const { exam_orders: orders } = evaluation;
  if (orders.length + sheet.added.length === 0) return { type: 'exam' };
  const order = orders.find(
    ({ id }) => !hasVisibleCharacter(worksheetText(sheet, evaluation, resultKey(id))),
  );
  if (order) return { type: 'result', orderId: order.id };
  const added = sheet.added.find(({ notes }) => !hasVisibleCharacter(notes));
  return added ? { type: 'added', examId: added.examId } : null;
}

function findNoteControlIfAllEmpty({
  evaluation,
  typing: { sheet },
}: EvaluationContext): RequirementControl | null {
  const isWritten = NOTE_ORDER.some((type) =>
    hasVisibleCharacter(worksheetText(sheet, evaluation, noteKey(type))),
  );
  return isWritten ? null : { type: 'note', noteType: NOTE_ORDER[0] };
}

export function findUnsavedSectionControl({
  typing: { sheet },
}: EvaluationContext): RequirementControl | null {
  const section = (['results', 'notes'] as const).find((each) => isSectionChanged(sheet, each));
  return section ? { type: 'save', section } : null;
}

/** Finds the control of each requirement that is open on the page; null if the doctor cannot complete it there. */
const CONTROL_FINDERS: Record<SigningRequirement, (context: EvaluationContext) => RequirementControl | null> =
  {
    exam_order: findEmptyResultControl,
    results: findEmptyResultControl,
    note: findNoteControlIfAllEmpty,
    // Reception captures the signature.
    signature: () => null,
    retaken_signature: () => null,
    open: () => null,
  };

export function findOpenRequirementControl(context: EvaluationContext): RequirementControl | null {
  for (const { requirement } of signingChecklist(context.evaluation)) {
    const control = CONTROL_FINDERS[requirement](context);
    if (control) return control;
  }
  return findUnsavedSectionControl(context);
}
