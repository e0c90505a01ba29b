import type {
  SaveExamOrdersBody,
  SaveNotesBody,
  SavedExamOrders,
  SavedNotes,
  SignBody,
  SigningRules,
} from '#contract/records/evaluation/clinical.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { isCallUnknown } from '../messages/failure-text.ts';
import { resultOf, type SaveResult } from '../requests/saving.ts';

export type { SaveResult } from '../requests/saving.ts';

/** Evaluation as it was read: a change names the state that it changes. */
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

/** Signs the evaluation. `body` contains the doctor and the answers to earlier prompts (`SignBody`). */
export const signEvaluation = async (state: ReadState, body: SignBody): Promise<SaveResult<Evaluation>> =>
  resultOf(await ask('signEvaluation', { ...aimedAt(state), body }));

/**
 * Returns the rules for signing as a doctor; null from a server without such rules.
 * @throws Unreachable, Rejected
 */
export async function fetchSigningRules(): Promise<SigningRules | null> {
  const response = await ask('signingRules');
  if (response.type === 'ok') return response.body;
  const failure = failureOf(response);
  if (isCallUnknown(failure)) return null;
  throw failure;
}

/** Reopens the evaluation. `reason` is null for a server that stores none. */
export const reopenEvaluation = async (
  state: ReadState,
  reason: string | null,
): Promise<SaveResult<Evaluation>> =>
  resultOf(
    await ask('reopenEvaluation', { ...aimedAt(state), ...(reason !== null && { body: { reason } }) }),
  );

/** Adds a clarification to a closed evaluation, which stays closed. */
export const addClarification = async (state: ReadState, content: string): Promise<SaveResult<Evaluation>> =>
  resultOf(await ask('addClarification', { ...aimedAt(state), body: { content } }));
