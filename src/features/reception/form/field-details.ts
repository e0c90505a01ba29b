import type { FieldProblem } from '#contract/errors.ts';
import type { FieldErrors, FieldName } from './registration-schema.ts';

/** The wire's names as the form's; a typed person's fields come under `patient.` */
const FORM_NAME: Readonly<Record<string, FieldName>> = {
  identification_type: 'identificationType',
  identification_number: 'identificationNumber',
  first_name: 'firstName',
  middle_name: 'middleName',
  last_name: 'lastName',
  second_last_name: 'secondLastName',
  birth_date: 'birthDate',
  gender: 'gender',
  occupation_id: 'occupationName',
  occupation_name: 'occupationName',
  evaluation_type_id: 'evaluationTypeId',
  employer_company_id: 'employerCompanyId',
  contractor_company_id: 'contractorCompanyId',
  additional_info: 'additionalInfo',
  patient_id: 'identificationNumber',
};

/** The server's details (S10) beside their fields; what belongs to no field of the form stays for the notice. */
export function splitDetails(details: readonly FieldProblem[]): {
  fields: FieldErrors;
  rest: readonly FieldProblem[];
} {
  const fields: FieldErrors = {};
  const rest: FieldProblem[] = [];
  for (const problem of details) {
    const name = FORM_NAME[problem.field.replace(/^patient\./, '')];
    if (name === undefined) rest.push(problem);
    else fields[name] ??= problem.message;
  }
  return { fields, rest };
}
