import type { EvaluationTemplate, EvaluationTemplateBody } from '#contract/records/evaluation/templates.ts';
import { sendRequest } from '../../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

/** Saves a template. `read`: template on which the user's change is based, with revision 0 for a new one. */
export const setEvaluationTemplate = async (
  read: Pick<EvaluationTemplate, 'id' | 'revision'>,
  body: EvaluationTemplateBody,
): Promise<SaveResult<EvaluationTemplate>> =>
  saveResultOf(
    await sendRequest('setEvaluationTemplate', {
      params: { id: read.id },
      body,
      headers: createIfMatchHeader(read),
    }),
  );
