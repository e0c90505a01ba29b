import { EvaluationTemplates } from '#contract/records/evaluation/templates.ts';
import type { CacheOwner } from '#storage/cache/cache.ts';
import { Rejected, sendRequest, toResponseError, Unreachable } from '../requests/api-request.ts';
import { createBranchResponseSource } from './branch-response.ts';

export async function requestEvaluationTemplates(): Promise<EvaluationTemplates> {
  const response = await sendRequest('listEvaluationTemplates');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/** Refreshes the templates on the device, so that they are available without network (R3). Stored ones stay if it fails. */
export async function refreshEvaluationTemplates(reader: CacheOwner): Promise<void> {
  try {
    await fetchEvaluationTemplates(reader);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Rejected)) throw error;
  }
}

export const { fetch: fetchEvaluationTemplates, recall: readCachedEvaluationTemplates } =
  createBranchResponseSource({
    name: 'evaluation-templates',
    schema: EvaluationTemplates,
    ask: requestEvaluationTemplates,
    without: { items: [] },
  });
