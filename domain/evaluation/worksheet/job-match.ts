import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { foldText } from '../../text/fold.ts';

/** Returns true when the patient has the job, without regard to case and accents. */
export const isJobOfPatient = (
  job: string,
  { occupation_name: occupation }: Pick<Evaluation['patient'], 'occupation_name'>,
): boolean => foldText(job).trim() === foldText(occupation ?? '').trim();
