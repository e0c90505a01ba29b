import { useState } from 'react';
import type { SavedExamOrders, SavedNotes } from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { isSectionChanged, type WorksheetSection } from '#domain/evaluation/worksheet/worksheet.ts';
import { worksheetAfterSaving } from '#domain/evaluation/worksheet/worksheet-saving.ts';
import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';
import { toast } from '#ui/notices/toast.ts';
import { saveSection, type SaveOutcome, type SendSection } from './save-section.ts';
import {
  createSaveExamOrdersBody,
  createSaveNotesBody,
} from '#domain/evaluation/worksheet/worksheet-saving.ts';
import { saveExamOrderResults, saveNotes } from '#sync/changes/clinical.ts';
import type { EvaluationWithEtag } from '#sync/reads/evaluations/evaluations.ts';
import type { EvaluationContext } from './use-evaluation-context.ts';

export type SaveState =
  | { readonly name: 'idle' }
  | { readonly name: 'saving' }
  | { readonly name: 'conflict' }
  | { readonly name: 'unfinished' }
  | { readonly name: 'unread' }
  | { readonly name: 'failed'; readonly text: string; readonly details: Rejection['details'] };

interface SectionSaving<Body extends { readonly status?: EvaluationStatus | undefined }> {
  readonly section: WorksheetSection;
  readonly send: SendSection<Body>;
  readonly fieldsOf: (body: Body) => Partial<Evaluation>;
  readonly success: string;
  readonly fallback: string;
}

const RESULTS_SAVING: SectionSaving<SavedExamOrders> = {
  section: 'results',
  send: (read, sheet) => saveExamOrderResults(read, createSaveExamOrdersBody(sheet)),
  fieldsOf: ({ orders, status }) => ({ exam_orders: orders, ...(status && { status }) }),
  success: 'Resultados guardados correctamente.',
  fallback: 'No se pudieron guardar los resultados de exámenes.',
};
const NOTES_SAVING: SectionSaving<SavedNotes> = {
  section: 'notes',
  send: (read, sheet, evaluation) => saveNotes(read, createSaveNotesBody(sheet, evaluation)),
  fieldsOf: ({ notes, decisions, status }) => ({
    notes,
    ...(decisions && { decisions }),
    ...(status && { status }),
  }),
  success: 'Notas actualizadas correctamente.',
  fallback: 'No se pudieron guardar las notas médicas.',
};

const IDLE_SAVE_STATE: SaveState = { name: 'idle' };

const failedSaveState = (text: string, details: Rejection['details'] = []): SaveState => ({
  name: 'failed',
  text,
  details,
});

function saveStateAfter(outcome: SaveOutcome<unknown>, fallback: string): SaveState {
  switch (outcome.type) {
    case 'saved':
    case 'settled':
      return IDLE_SAVE_STATE;
    case 'conflict':
    case 'unfinished':
    case 'unread':
      return { name: outcome.type };
    case 'busy':
      return failedSaveState(`${fallback} Alguien más está guardando esta evaluación; inténtalo de nuevo.`);
    case 'session_ended':
      return failedSaveState(
        `${fallback} Tu sesión venció: inicia sesión y guarda de nuevo. Lo escrito sigue aquí.`,
      );
    case 'unreachable':
      return failedSaveState(
        `${fallback} ${unreachableText(outcome.cause)} Lo escrito sigue guardado en este dispositivo.`,
      );
    case 'refused':
      return failedSaveState(rejectionOrFallbackText(outcome.refusal, fallback), outcome.refusal.details);
  }
}

/** Saving of one section, shared by its own button and by the button that saves all sections. */
export interface SectionSavingHandle {
  readonly section: WorksheetSection;
  readonly state: SaveState;
  /**
   * Saves the section as a change of the given state, by default of the state that was read. Returns the state after the change;
   * null if the section was not saved.
   */
  readonly save: (base?: EvaluationWithEtag) => Promise<EvaluationWithEtag | null>;
}

function useSectionSaving<Body extends { readonly status?: EvaluationStatus | undefined }>(
  context: EvaluationContext,
  saving: SectionSaving<Body>,
): SectionSavingHandle {
  const [state, setState] = useState<SaveState>(IDLE_SAVE_STATE);
  const { section, send, fieldsOf, success, fallback } = saving;
  const attempt = async (held: EvaluationWithEtag): Promise<EvaluationWithEtag | null> => {
    setState({ name: 'saving' });
    const { reread, typing } = context;
    const outcome = await saveSection({ section, sheet: typing.sheet, held, send, reread });
    if (outcome.type === 'refused') await reread();
    if (outcome.type === 'saved' || outcome.type === 'settled') toast('ok', success);
    setState(saveStateAfter(outcome, fallback));
    if (outcome.type === 'settled') return held;
    if (outcome.type !== 'saved') return null;
    const { body, etag } = outcome;
    const fields = fieldsOf(body);
    context.take({ fields, etag, restOf: body.status === undefined ? null : outcome.held.etag });
    typing.change((sheet) => worksheetAfterSaving(sheet, outcome.sent, section));
    return { evaluation: { ...outcome.held.evaluation, ...fields }, etag: etag ?? outcome.held.etag };
  };
  return {
    section,
    // Once a later read shows that the server has saved the changes, returns to the idle state, which hides the error about the
    // lost response.
    state:
      isSectionChanged(context.typing.sheet, section) || state.name === 'saving' ? state : IDLE_SAVE_STATE,
    save: (base = context.held) =>
      attempt(base).catch((error: unknown) => {
        setState(failedSaveState(fallback));
        reportError(error);
        return null;
      }),
  };
}

export interface PageSaving {
  readonly results: SectionSavingHandle;
  readonly notes: SectionSavingHandle;
  readonly isSaving: boolean;
  /** Saves the changed sections one after the other. Returns the first section that was not saved; null if all were. */
  readonly saveAll: () => Promise<WorksheetSection | null>;
}

export function usePageSaving(context: EvaluationContext): PageSaving {
  const results = useSectionSaving(context, RESULTS_SAVING);
  const notes = useSectionSaving(context, NOTES_SAVING);
  const saveAll = async (): Promise<WorksheetSection | null> => {
    let held: EvaluationWithEtag = context.held;
    for (const saving of [results, notes]) {
      if (!isSectionChanged(context.typing.sheet, saving.section)) continue;
      // The second section is a change of the state that the first save has made.
      const saved = await saving.save(held);
      if (!saved) return saving.section;
      held = saved;
    }
    return null;
  };
  const isSaving = [results, notes].some(({ state }) => state.name === 'saving');
  return { results, notes, isSaving, saveAll };
}
