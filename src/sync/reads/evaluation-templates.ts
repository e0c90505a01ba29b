import { EvaluationTemplates } from '#contract/records/evaluation/templates.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createBranchResponseSource } from './branch-response.ts';

export async function requestEvaluationTemplates(): Promise<EvaluationTemplates> {
  const response = await sendRequest('listEvaluationTemplates');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

export const {
  fetch: fetchEvaluationTemplates,
  recall: readCachedEvaluationTemplates,
  refresh: refreshEvaluationTemplates,
} = createBranchResponseSource({
  name: 'evaluation-templates',
  schema: EvaluationTemplates,
  ask: requestEvaluationTemplates,
  without: { items: [] },
});
