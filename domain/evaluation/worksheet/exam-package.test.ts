import { expect, it } from 'vitest';
import type { ExamPackage } from '#contract/records/exam-packages.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { selectExamPackage } from './exam-package.ts';

const evaluation = sampleEvaluation(1);
const sampleEvaluationType = evaluation.evaluation_type;
const audiometryExam = { id: 'e', name: 'Audiometría', code: 'AUD' };
const samplePackage = (patch: Partial<ExamPackage> = {}): ExamPackage => ({
  evaluation_type: sampleEvaluationType,
  job: null,
  exams: [audiometryExam],
  revision: 1,
  ...patch,
});
const evaluationOfJob = (occupation_name: string | null) => ({
  ...evaluation,
  patient: { ...evaluation.patient, occupation_name },
});

it("P10.185 the app suggests the job's exam package, ignoring case and accents of the job, and otherwise the package of the evaluation type", () => {
  const [ofType, ofJob] = [samplePackage(), samplePackage({ job: 'Técnico en ALTURAS' })];
  expect(selectExamPackage([ofType, ofJob], evaluationOfJob('tecnico en alturas'))).toBe(ofJob);
  expect(selectExamPackage([ofType, ofJob], evaluationOfJob('Operaria'))).toBe(ofType);
  expect(selectExamPackage([ofType, ofJob], evaluationOfJob(null))).toBe(ofType);
});

it('P10.185 the app suggests neither a package of another evaluation type nor a removed package', () => {
  const other = samplePackage({ evaluation_type: { ...sampleEvaluationType, id: 'another' } });
  expect(selectExamPackage([other], evaluation)).toBeNull();
  const [ofType, gone] = [samplePackage(), samplePackage({ job: 'Operaria', exams: [] })];
  expect(selectExamPackage([ofType, gone], evaluationOfJob('Operaria'))).toBe(ofType);
  expect(selectExamPackage([samplePackage({ exams: [] })], evaluation)).toBeNull();
});
