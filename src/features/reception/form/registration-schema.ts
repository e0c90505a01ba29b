import * as z from 'zod/mini';
import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import {
  buildPerPatientField,
  PATIENT_DATA_FIELD_NAMES,
} from '#contract/records/evaluation/patient-fields.ts';
import { MISSING_NUMBER_MESSAGE, PatientInput } from '#contract/records/evaluation/patients.ts';
import { Uuid } from '#contract/primitives.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import { VISIT_FIELDS, type RegistrationForm } from '#domain/registration.ts';

/** Reports an empty text as a missing field (P5). */
const treatEmptyAsMissing = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    schema,
  );

const patientShape = PatientInput.shape;
const evaluationShape = CreateEvaluationBody.shape;

export const registrationSchema = z.object({
  identification_type: patientShape.identification_type,
  identification_number: patientShape.identification_number,
  ...buildPerPatientField(({ kind, input }) =>
    kind === 'day' || kind === 'choice' ? treatEmptyAsMissing(input) : input,
  ),
  occupation_id: z.nullable(Uuid),
  evaluation_type_id: evaluationShape.evaluation_type_id,
  employer_company_id: evaluationShape.employer_company_id,
  contractor_company_id: treatEmptyAsMissing(evaluationShape.contractor_company_id),
  additional_info: evaluationShape.additional_info,
  patient_id: z.nullable(Uuid),
});

export type WizardStep = 0 | 1 | 2;
export type RegistrationFieldName = keyof RegistrationForm;

/** Fields that must be valid before 'Siguiente' leaves a step (P4), in screen order. */
const FIELDS_OF_STEP: Record<0 | 1, readonly RegistrationFieldName[]> = {
  0: ['identification_type', 'identification_number', ...PATIENT_DATA_FIELD_NAMES],
  1: VISIT_FIELDS,
};

export type FieldErrors = Partial<Record<RegistrationFieldName, string>>;

export function formErrors(form: RegistrationForm): FieldErrors {
  const result = registrationSchema.safeParse(form);
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0] as RegistrationFieldName;
    errors[field] ??= issue.message;
  }
  // A number of only dots or zeros matches the contract's pattern, but is no document number.
  if (normalizeDocumentNumber(form.identification_type, form.identification_number) === '')
    errors.identification_number ??= MISSING_NUMBER_MESSAGE;
  return errors;
}

/** Returns the errors that keep the user in a step; none for the last step, which has only pictures. */
export function stepErrors(form: RegistrationForm, step: WizardStep): FieldErrors {
  const all = formErrors(form);
  const fields = step === 2 ? [] : FIELDS_OF_STEP[step];
  return Object.fromEntries(fields.flatMap((field) => (all[field] ? [[field, all[field]]] : [])));
}

export interface InvalidField {
  /** Field of the form, or the key of an additional field (`additional.<step>.<id>`). */
  readonly field: string;
  readonly step: 0 | 1;
}

/** Returns the first field with an error in each step, in screen order. */
export const findFirstInvalidFields = (errors: Readonly<Record<string, unknown>>): readonly InvalidField[] =>
  ([0, 1] as const).flatMap((step) => {
    const bad = Object.keys(errors).filter((name) => errors[name] !== undefined);
    // Additional fields are below the other fields of their step.
    const field =
      FIELDS_OF_STEP[step].find((name) => bad.includes(name)) ??
      bad.find((name) => name.startsWith(`additional.${step}.`));
    return field ? [{ field, step }] : [];
  });
