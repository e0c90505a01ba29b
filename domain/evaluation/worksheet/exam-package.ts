import type { ExamPackage } from '#contract/records/exam-packages.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { isJobOfPatient } from './job-match.ts';

type PackageCriteria = Pick<Evaluation, 'evaluation_type' | 'patient'>;

/**
 * Returns the package for the evaluation type and the patient's job. If none exists, returns the package for the type and any
 * job; null if neither exists.
 */
export function selectExamPackage(
  packages: readonly ExamPackage[],
  { evaluation_type: type, patient }: PackageCriteria,
) {
  const ofType = packages.filter(({ evaluation_type: { id }, exams }) => id === type.id && exams.length > 0);
  const ofJob = ofType.find((one) => one.job !== null && isJobOfPatient(one.job, patient));
  return ofJob ?? ofType.find((one) => one.job === null) ?? null;
}
