import * as z from 'zod/mini';
import { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { sendRequest, responseError } from '../requests/api-request.ts';
import { branchResponse } from './branch-response.ts';

/** @throws Unreachable, Rejected */
export async function requestDecisionOptions(): Promise<DecisionOptions> {
  const response = await sendRequest('getDecisionOptions');
  if (response.type !== 'ok') throw responseError(response);
  return response.body;
}

/** `options`: null from a server without them; then the usual programmes and all aptitudes are offered. */
export const { fetch: fetchDecisionOptions, recall: readCachedDecisionOptions } = branchResponse({
  name: 'decision-options',
  schema: z.object({ options: z.nullable(DecisionOptions) }),
  ask: async (): Promise<{ options: DecisionOptions | null }> => ({
    options: await requestDecisionOptions(),
  }),
  without: { options: null },
});
