import { describe, expect, it } from 'vitest';
import { createExamPackage, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { packageCriteriaOf, selectExamPackage, type PackageCriteria } from './exam-package.ts';

const sampleEvaluationType = sampleEvaluation(1).evaluation_type;
const criteria = (patch: Partial<PackageCriteria> = {}): PackageCriteria => ({
  typeId: sampleEvaluationType.id,
  employerId: 'employer',
  contractorId: '',
  jobs: [],
  ...patch,
});
const ofCompany = (id: string, job: string | null = null) =>
  createExamPackage({ company: { id, name: id, code: id }, job });

it("P10.185 the app suggests the job's exam package, ignoring case and accents of the job, and otherwise the package of the evaluation type", () => {
  const [ofType, ofJob] = [createExamPackage(), createExamPackage({ job: 'Técnico en ALTURAS' })];
  const packages = [ofType, ofJob];
  expect(selectExamPackage(packages, criteria({ jobs: [' tecnico en alturas'] }))).toBe(ofJob);
  expect(selectExamPackage(packages, criteria({ jobs: ['Operaria'] }))).toBe(ofType);
  expect(selectExamPackage(packages, criteria())).toBe(ofType);
});

it('P10.185 the app suggests neither a package of another evaluation type nor a removed package', () => {
  const other = createExamPackage({ evaluation_type: { ...sampleEvaluationType, id: 'another' } });
  expect(selectExamPackage([other], criteria())).toBeNull();
  const [ofType, gone] = [createExamPackage(), createExamPackage({ job: 'Operaria', exams: [] })];
  expect(selectExamPackage([ofType, gone], criteria({ jobs: ['Operaria'] }))).toBe(ofType);
  expect(selectExamPackage([createExamPackage({ exams: [] })], criteria())).toBeNull();
});

describe('P11.64 job profile of a visit', () => {
  const levels = [
    ['company and job', ofCompany('employer', 'Soldador')],
    ['company', ofCompany('employer')],
    ['job', createExamPackage({ job: 'Soldador' })],
    ['type', createExamPackage()],
  ] as const;
  const visit = criteria({ jobs: ['soldador'] });

  it.each(levels.map(([name], nth) => [name, nth] as const))(
    'the package of the %s precedes those of the later levels, in every order of the list',
    (_name, nth) => {
      const packages = levels.slice(nth).map(([, one]) => one);
      expect(selectExamPackage(packages, visit)).toBe(packages[0]);
      expect(selectExamPackage(packages.toReversed(), visit)).toBe(packages[0]);
    },
  );

  it('a package of another company or another job is not selected', () => {
    const packages = [ofCompany('other', 'Soldador'), ofCompany('other'), ofCompany('employer', 'Conductor')];
    expect(selectExamPackage(packages, visit)).toBeNull();
  });

  it('the contractor precedes the employer at each level, and a job of the employer precedes all jobs of the contractor', () => {
    const both = criteria({ jobs: ['Soldador'], contractorId: 'contractor' });
    const jobs = [ofCompany('employer', 'Soldador'), ofCompany('contractor', 'Soldador')];
    expect(selectExamPackage(jobs, both)).toBe(jobs[1]);
    const all = [ofCompany('employer'), ofCompany('contractor')];
    expect(selectExamPackage(all, both)).toBe(all[1]);
    const mixed = [ofCompany('contractor'), ofCompany('employer', 'Soldador')];
    expect(selectExamPackage(mixed, both)).toBe(mixed[1]);
  });

  it('the companies, the type and the job of an evaluation are its criteria', () => {
    const sample = sampleEvaluation(1);
    const evaluation = { ...sample, patient: { ...sample.patient, occupation_name: 'Operaria' } };
    expect(packageCriteriaOf(evaluation)).toEqual({
      typeId: sampleEvaluationType.id,
      employerId: evaluation.employer_company.id,
      contractorId: evaluation.contractor_company?.id ?? '',
      jobs: ['', 'Operaria'],
    });
    expect(packageCriteriaOf({ ...evaluation, package_job: 'Alturas' }).jobs[0]).toBe('Alturas');
  });

  it("the announced job precedes the patient's, which selects the package if no package has the announced one", () => {
    const packages = [ofCompany('employer', 'Conductor'), ofCompany('employer', 'Alturas')];
    expect(selectExamPackage(packages, criteria({ jobs: ['alturas', 'conductor'] }))).toBe(packages[1]);
    expect(selectExamPackage(packages, criteria({ jobs: ['otro', 'conductor'] }))).toBe(packages[0]);
    expect(selectExamPackage(packages, criteria({ jobs: ['', ''] }))).toBeNull();
  });
});
