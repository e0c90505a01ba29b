import type {
  SaveExamOrdersBody,
  SaveNotesBody,
  SavedExamOrders,
  SavedNotes,
  SignBody,
  SigningRules,
} from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { isUnsupportedCallError } from '../messages/failure-text.ts';
import { saveResultOf, type SaveResult } from '../requests/saving.ts';

export type { SaveResult } from '../requests/saving.ts';

/** Id and ETag of an evaluation as it was read; a change with an outdated ETag is rejected. */
export interface EvaluationIdAndEtag {
  readonly id: string;
  readonly etag: string | null;
}

const toEvaluationChangeInput = ({ id, etag }: EvaluationIdAndEtag) => ({
  params: { id },
  headers: etag === null ? {} : { 'if-match': etag },
});

export const saveExamOrderResults = async (
  state: EvaluationIdAndEtag,
  body: SaveExamOrdersBody,
): Promise<SaveResult<SavedExamOrders>> =>
  saveResultOf(await sendRequest('saveExamOrders', { ...toEvaluationChangeInput(state), body }));

export const saveNotes = async (
  state: EvaluationIdAndEtag,
  body: SaveNotesBody,
): Promise<SaveResult<SavedNotes>> =>
  saveResultOf(await sendRequest('saveNotes', { ...toEvaluationChangeInput(state), body }));

/** Signs the evaluation. `body`: the doctor, and the user's answers to prompts of earlier attempts. */
export const signEvaluation = async (
  state: EvaluationIdAndEtag,
  body: SignBody,
): Promise<SaveResult<Evaluation>> =>
  saveResultOf(await sendRequest('signEvaluation', { ...toEvaluationChangeInput(state), body }));

/**
 * Returns which doctors the user may sign as; null from a server without signing rules.
 * @throws Unreachable, Rejected
 */
export async function fetchSigningRules(): Promise<SigningRules | null> {
  const response = await sendRequest('signingRules');
  if (response.type === 'ok') return response.body;
  const failure = toResponseError(response);
  if (isUnsupportedCallError(failure)) return null;
  throw failure;
}

/** Reopens the evaluation. `reason`: null for a server that stores no reasons. */
export const reopenEvaluation = async (
  state: EvaluationIdAndEtag,
  reason: string | null,
): Promise<SaveResult<Evaluation>> =>
  saveResultOf(
    await sendRequest('reopenEvaluation', {
      ...toEvaluationChangeInput(state),
      ...(reason !== null && { body: { reason } }),
    }),
  );

export const addClarification = async (
  state: EvaluationIdAndEtag,
  content: string,
): Promise<SaveResult<Evaluation>> =>
  saveResultOf(
    await sendRequest('addClarification', { ...toEvaluationChangeInput(state), body: { content } }),
  );
