import type { ExamPackage } from '#contract/records/exam-packages.ts';
import { sampleEvaluation } from './evaluation.ts';

/** Returns a package: by default of one exam, for all companies and jobs. */
export const createExamPackage = (other: Partial<ExamPackage> = {}): ExamPackage => ({
  evaluation_type: sampleEvaluation(1).evaluation_type,
  company: null,
  job: null,
  exams: [{ id: '00000000-0000-4000-8000-0000000008e1', name: 'Audiometría', code: 'AUD' }],
  emphases: [],
  additional_fields: [],
  revision: 1,
  ...other,
});
