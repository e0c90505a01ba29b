import type {
  SaveExamOrdersBody,
  SaveNotesBody,
  SavedExamOrders,
  SavedNotes,
} from '#contract/records/clinical.ts';
import type { Evaluation } from '#contract/records/evaluations.ts';
import { ask } from '../requests/api-request.ts';
import { resultOf, type SaveResult } from '../requests/saving.ts';

export type { SaveResult } from '../requests/saving.ts';

/** The evaluation as it was read: a change names the state that it is a change of. */
export interface ReadState {
  readonly id: string;
  readonly etag: string | null;
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
