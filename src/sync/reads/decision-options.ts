import * as z from 'zod/mini';
import { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createBranchResponseSource } from './branch-response.ts';

export async function requestDecisionOptions(): Promise<DecisionOptions> {
  const response = await sendRequest('getDecisionOptions');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Decision options of the branch. `options`: null from a server without them; the app then offers the usual programmes and all
 * aptitudes.
 */
export const { fetch: fetchDecisionOptions, recall: readCachedDecisionOptions } = createBranchResponseSource({
  name: 'decision-options',
  schema: z.object({ options: z.nullable(DecisionOptions) }),
  ask: async (): Promise<{ options: DecisionOptions | null }> => ({
    options: await requestDecisionOptions(),
  }),
  without: { options: null },
});
