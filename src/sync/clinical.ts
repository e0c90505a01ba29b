import type { SaveExamOrdersBody, SaveNotesBody, SavedExamOrders, SavedNotes } from '#contract/clinical.ts';
import type { Evaluation } from '#contract/evaluations.ts';
import type { Refusal } from '#domain/outbox/item.ts';
import { ask } from './asking.ts';
import type { Answer } from './remote.ts';

/** The evaluation as it was read: a change names the state that it is a change of. */
export interface ReadState {
  readonly id: string;
  readonly etag: string | null;
}

export type SaveResult<Body> =
  /** `etag` of the state after the change, where the provider told it. */
  | { readonly type: 'saved'; readonly body: Body; readonly etag: string | null }
  /** Somebody else changed the evaluation since it was read. Nothing was saved. */
  | { readonly type: 'stale' }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** S9: the gate is closed by now; nothing was saved. */
  | { readonly type: 'session_ended' }
  /** Whether it was saved is not known; the same change once more does no harm. */
  | { readonly type: 'unreachable' };

function resultOf<Body>(answer: Answer<Body>): SaveResult<Body> {
  switch (answer.type) {
    case 'ok':
      return { type: 'saved', body: answer.body, etag: answer.headers.get('etag') };
    case 'silence':
    case 'foreign':
    case 'not_modified':
      return { type: 'unreachable' };
    case 'error': {
      const { refusal } = answer;
      if (refusal.status === 401) return { type: 'session_ended' };
      return refusal.status === 412 ? { type: 'stale' } : { type: 'refused', refusal };
    }
  }
}

const aimedAt = ({ id, etag }: ReadState) => ({
  params: { id },
  headers: etag === null ? {} : { 'if-match': etag },
});

export const saveResults = async (
  state: ReadState,
  body: SaveExamOrdersBody,
): Promise<SaveResult<SavedExamOrders>> => resultOf(await ask('saveExamOrders', { ...aimedAt(state), body }));

export const saveNotes = async (state: ReadState, body: SaveNotesBody): Promise<SaveResult<SavedNotes>> =>
  resultOf(await ask('saveNotes', { ...aimedAt(state), body }));

export const signEvaluation = async (state: ReadState, doctorId: string): Promise<SaveResult<Evaluation>> =>
  resultOf(await ask('signEvaluation', { ...aimedAt(state), body: { doctor_id: doctorId } }));

export const reopenEvaluation = async (state: ReadState): Promise<SaveResult<Evaluation>> =>
  resultOf(await ask('reopenEvaluation', aimedAt(state)));
