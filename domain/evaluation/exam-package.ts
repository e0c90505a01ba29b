import type { ExamPackage } from '#contract/records/exam-packages.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { foldText } from '../text/fold.ts';

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
  const job = foldText(patient.occupation_name ?? '').trim();
  const ofJob = ofType.find((one) => one.job !== null && foldText(one.job).trim() === job);
  return ofJob ?? ofType.find((one) => one.job === null) ?? null;
}
