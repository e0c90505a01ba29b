import type { DecisionOptions, DecisionOptionsBody } from '#contract/records/evaluation/decisions.ts';
import { ask } from '../requests/api-request.ts';
import { ifUnchanged, resultOf, type SaveResult } from '../requests/saving.ts';

/** @param read options as they were when the change was begun */
export const setDecisionOptions = async (
  read: Pick<DecisionOptions, 'revision'>,
  body: DecisionOptionsBody,
): Promise<SaveResult<DecisionOptions>> =>
  resultOf(await ask('setDecisionOptions', { body, headers: ifUnchanged(read) }));
