import { ExamPackages } from '#contract/records/exam-packages.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createBranchResponseSource } from './branch-response.ts';

export async function requestExamPackages(): Promise<ExamPackages> {
  const response = await sendRequest('listExamPackages');
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

export const {
  fetch: fetchExamPackages,
  recall: readCachedExamPackages,
  refresh: refreshExamPackages,
} = createBranchResponseSource({
  name: 'exam-packages',
  schema: ExamPackages,
  ask: requestExamPackages,
  without: { items: [] },
});
