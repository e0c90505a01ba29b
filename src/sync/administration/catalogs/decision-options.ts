import type { DecisionOptions, DecisionOptionsBody } from '#contract/records/evaluation/decisions.ts';
import { sendRequest } from '../../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

/** @param read options on which the user's change is based */
export const setDecisionOptions = async (
  read: Pick<DecisionOptions, 'revision'>,
  body: DecisionOptionsBody,
): Promise<SaveResult<DecisionOptions>> =>
  saveResultOf(await sendRequest('setDecisionOptions', { body, headers: createIfMatchHeader(read) }));
