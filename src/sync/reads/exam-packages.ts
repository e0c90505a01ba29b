import { ExamPackages } from '#contract/records/exam-packages.ts';
import { sendRequest, responseError } from '../requests/api-request.ts';
import { branchResponse } from './branch-response.ts';

export async function requestExamPackages(): Promise<ExamPackages> {
  const response = await sendRequest('listExamPackages');
  if (response.type !== 'ok') throw responseError(response);
  return response.body;
}

export const { fetch: fetchExamPackages, recall: readCachedExamPackages } = branchResponse({
  name: 'exam-packages',
  schema: ExamPackages,
  ask: requestExamPackages,
  without: { items: [] },
});
