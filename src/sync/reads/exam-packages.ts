import { ExamPackages } from '#contract/records/exam-packages.ts';
import { ask, failureOf } from '../requests/api-request.ts';
import { branchAnswer } from './branch-answer.ts';

/** @throws Unreachable, Refused */
export async function askExamPackages(): Promise<ExamPackages> {
  const answer = await ask('listExamPackages');
  if (answer.type !== 'ok') throw failureOf(answer);
  return answer.body;
}

export const { fetch: fetchExamPackages, recall: recallExamPackages } = branchAnswer({
  name: 'exam-packages',
  schema: ExamPackages,
  ask: askExamPackages,
  without: { items: [] },
});
