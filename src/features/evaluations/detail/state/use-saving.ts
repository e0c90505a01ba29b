import { useState } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { Rejection } from '#domain/outbox/item.ts';
import { isSectionChanged, type WorksheetSection } from '#domain/evaluation/worksheet.ts';
import { worksheetAfterSaving } from '#domain/evaluation/worksheet-saving.ts';
import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';
import { toast } from '#ui/notices/toast.ts';
import { saveSection, type SaveOutcome, type SendSection } from './save-section.ts';
import type { EvaluationContext } from './use-evaluation-context.ts';

export type SaveState =
  | { readonly name: 'idle' }
  | { readonly name: 'saving' }
  | { readonly name: 'conflict' }
  | { readonly name: 'unfinished' }
  | { readonly name: 'unread' }
  | { readonly name: 'failed'; readonly text: string; readonly details: Rejection['details'] };

export interface SectionSaving<Body> {
  readonly section: WorksheetSection;
  readonly send: SendSection<Body>;
  readonly taken: (body: Body) => Partial<Evaluation>;
  readonly success: string;
  readonly fallback: string;
}

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

export function useSectionSaving<Body>(context: EvaluationContext, saving: SectionSaving<Body>) {
  const [state, setState] = useState<SaveState>(IDLE_SAVE_STATE);
  const { section, send, taken, success, fallback } = saving;
  const save = async (): Promise<void> => {
    setState({ name: 'saving' });
    const { held, reread, typing } = context;
    const outcome = await saveSection({ section, sheet: typing.sheet, held, send, reread });
    if (outcome.type === 'saved') {
      context.take(taken(outcome.body), outcome.etag);
      typing.change((sheet) => worksheetAfterSaving(sheet, outcome.sent, section));
    }
    if (outcome.type === 'refused') await reread();
    if (outcome.type === 'saved' || outcome.type === 'settled') toast('ok', success);
    setState(saveStateAfter(outcome, fallback));
  };
  return {
    // Once a later read shows that the server has saved the changes, returns to the idle state, which hides the error about the
    // lost response.
    state:
      isSectionChanged(context.typing.sheet, section) || state.name === 'saving' ? state : IDLE_SAVE_STATE,
    save: () => {
      save().catch((error: unknown) => {
        setState(failedSaveState(fallback));
        reportError(error);
      });
    },
  };
}
