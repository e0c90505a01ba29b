import * as z from 'zod/mini';
import { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { branchAnswer } from './branch-answer.ts';

/** @throws Unreachable, Refused */
export async function askDecisionOptions(): Promise<DecisionOptions> {
  const answer = await ask('getDecisionOptions');
  if (answer.type !== 'ok') throw failureOf(answer);
  return answer.body;
}

/** `options`: null from a server without them; then the usual programmes and all aptitudes are offered. */
export const { fetch: fetchDecisionOptions, recall: recallDecisionOptions } = branchAnswer({
  name: 'decision-options',
  schema: z.object({ options: z.nullable(DecisionOptions) }),
  ask: async (): Promise<{ options: DecisionOptions | null }> => ({ options: await askDecisionOptions() }),
  without: { options: null },
});
