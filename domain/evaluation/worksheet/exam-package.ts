import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { ExamPackage } from '#contract/records/exam-packages.ts';
import type { RegistrationForm } from '../../registration.ts';
import { isJobOfPatient } from './job-match.ts';

/** Facts of a visit that select its package: those of a registration in the form, or of an evaluation. */
export interface PackageCriteria {
  readonly typeId: string;
  readonly employerId: string;
  /** '' without a contractor. */
  readonly contractorId: string;
  /** Jobs that may name the package, the first one first; empty texts name none. */
  readonly jobs: readonly string[];
}

export const packageCriteriaOf = ({
  evaluation_type: type,
  employer_company: employer,
  contractor_company: contractor,
  package_job: announced,
  patient,
}: Pick<
  Evaluation,
  'evaluation_type' | 'employer_company' | 'contractor_company' | 'package_job' | 'patient'
>): PackageCriteria => ({
  typeId: type.id,
  employerId: employer.id,
  contractorId: contractor?.id ?? '',
  jobs: [announced ?? '', patient.occupation_name ?? ''],
});

export const packageCriteriaOfForm = ({
  evaluation_type_id: typeId,
  employer_company_id: employerId,
  contractor_company_id: contractorId,
  occupation_name: job,
  announced,
}: Pick<
  RegistrationForm,
  'evaluation_type_id' | 'employer_company_id' | 'contractor_company_id' | 'occupation_name' | 'announced'
>): PackageCriteria => ({ typeId, employerId, contractorId, jobs: [announced?.package_job ?? '', job] });

/**
 * Returns the package of a visit; null without one. A package of the company and job precedes one of the company, that one of the
 * job, and that one of the type alone. The contractor precedes the employer, because the worker is exposed to the risks of the
 * place where the work is done, and the job that the company announced precedes the patient's.
 */
export function selectExamPackage(
  packages: readonly ExamPackage[],
  { typeId, employerId, contractorId, jobs }: PackageCriteria,
): ExamPackage | null {
  const ofType = packages.filter(({ evaluation_type: { id }, exams }) => id === typeId && exams.length > 0);
  const ofJob = jobs.flatMap((occupation_name) =>
    ofType.filter((one) => one.job !== null && isJobOfPatient(one.job, { occupation_name })),
  );
  const ofAllJobs = ofType.filter((one) => one.job === null);
  const findOfCompanies = (candidates: readonly ExamPackage[]) =>
    [contractorId, employerId]
      .map((companyId) => candidates.find(({ company }) => company?.id === companyId))
      .find((found) => found !== undefined);
  const findOfNoCompany = (candidates: readonly ExamPackage[]) =>
    candidates.find(({ company }) => company === null);
  return (
    findOfCompanies(ofJob) ??
    findOfCompanies(ofAllJobs) ??
    findOfNoCompany(ofJob) ??
    findOfNoCompany(ofAllJobs) ??
    null
  );
}

/** Returns what a package is for, such as 'Ingreso, Flores, Soldador'. */
export const packageScopeText = ({
  evaluation_type: type,
  company,
  job,
}: Pick<ExamPackage, 'evaluation_type' | 'company' | 'job'>): string =>
  [type.name, company?.name, job].filter(Boolean).join(', ');

/** Returns the content of a package in one line; null for a removed one. */
export function packageContentText({
  exams,
  emphases,
  additional_fields: fields,
}: ExamPackage): string | null {
  if (exams.length === 0) return null;
  const parts: (readonly [label: string, names: readonly string[]])[] = [
    ['', exams.map(({ name }) => name)],
    ['Énfasis: ', emphases],
    ['Pide: ', fields.map(({ name }) => name)],
  ];
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([label, names]) => label + names.join(', '))
    .join(' · ');
}
