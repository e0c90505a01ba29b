import * as z from 'zod/mini';
import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import { PatientInput } from '#contract/records/evaluation/patients.ts';
import { Uuid } from '#contract/primitives.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { RegistrationForm } from '#domain/registration.ts';

/**
 * Treats an empty text as a missing field (P5). The schema below uses the rules and messages of the contract under the form's
 * field names.
 */
const emptyIsAbsent = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    schema,
  );

const person = PatientInput.shape;
const visit = CreateEvaluationBody.shape;

export const registrationSchema = z.object({
  identificationType: person.identification_type,
  identificationNumber: person.identification_number,
  firstName: person.first_name,
  middleName: person.middle_name,
  lastName: person.last_name,
  secondLastName: person.second_last_name,
  birthDate: emptyIsAbsent(person.birth_date),
  gender: emptyIsAbsent(person.gender),
  occupationName: person.occupation_name,
  occupationId: z.nullable(Uuid),
  evaluationTypeId: visit.evaluation_type_id,
  employerCompanyId: visit.employer_company_id,
  contractorCompanyId: emptyIsAbsent(visit.contractor_company_id),
  additionalInfo: visit.additional_info,
  existingPatientId: z.nullable(Uuid),
});

export type WizardStep = 0 | 1 | 2;
export type FieldName = keyof RegistrationForm;

/** Fields of a patient in addition to the document, in the order of the screen. */
export const PERSON_FIELDS = [
  'firstName',
  'middleName',
  'lastName',
  'secondLastName',
  'birthDate',
  'gender',
  'occupationName',
] as const satisfies readonly FieldName[];

/** Fields that 'Siguiente' checks before it leaves a step (P4), in the order of the screen. */
const FIELDS_OF_STEP: Record<0 | 1, readonly FieldName[]> = {
  0: ['identificationType', 'identificationNumber', ...PERSON_FIELDS],
  1: ['evaluationTypeId', 'employerCompanyId', 'contractorCompanyId', 'additionalInfo'],
};

export type FieldErrors = Partial<Record<FieldName, string>>;

/** Returns the first message of each field of the whole form. */
export function formErrors(form: RegistrationForm): FieldErrors {
  const result = registrationSchema.safeParse(form);
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0] as FieldName;
    errors[field] ??= issue.message;
  }
  // Dots or zeros alone pass the contract's pattern, but are no document number.
  if (normalizeDocumentNumber(form.identificationType, form.identificationNumber) === '')
    errors.identificationNumber ??= 'Ingrese el número de identificación';
  return errors;
}

/** Returns the errors that keep the user from leaving a step; none for the last one, whose fields are pictures. */
export function stepErrors(form: RegistrationForm, step: WizardStep): FieldErrors {
  const all = formErrors(form);
  const fields = step === 2 ? [] : FIELDS_OF_STEP[step];
  return Object.fromEntries(fields.flatMap((field) => (all[field] ? [[field, all[field]]] : [])));
}

export interface BadField {
  readonly field: FieldName;
  readonly step: 0 | 1;
}

/** Returns each step's first field with an error, in the order of the screen. */
export const badFields = (errors: Readonly<Record<string, unknown>>): readonly BadField[] =>
  ([0, 1] as const).flatMap((step) => {
    const field = FIELDS_OF_STEP[step].find((name) => errors[name] !== undefined);
    return field ? [{ field, step }] : [];
  });
