import { ACTIVE_ADDITIONAL_FIELDS_MAX } from '#contract/limits.ts';
import {
  additionalValueError,
  type AdditionalValue,
} from '#contract/records/evaluation/additional-values.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import { findDifferingValues, type AdditionalValues } from '#domain/additional/values.ts';
import { additionalValuesIn, isOtherPatient, type RegistrationForm } from '#domain/registration.ts';
import type { CachedAdditionalField } from '#storage/cache/additional-fields.ts';
import { loadFieldsByForm, type CachedAdditionalFields } from './fields-by-form.ts';

export type FieldStep = 0 | 1;

/**
 * Returns the fields that a step asks for: the patient's step, unless the field depends on the type or is about the visit. A
 * field that is limited to some evaluation types appears once one of these types is chosen.
 */
export const fieldsOfStep = (
  fields: CachedAdditionalFields,
  form: RegistrationForm,
  step: FieldStep,
): CachedAdditionalFields =>
  fields.filter(({ subject, evaluation_type_ids: types }) =>
    subject === 'patient' && types.length === 0
      ? step === 0
      : step === 1 && (types.length === 0 || types.includes(form.evaluation_type_id)),
  );

/** Key of a field in the form's errors, and `data-path` of its input. */
export const additionalErrorKeyOf = (step: FieldStep, id: string): string => `additional.${step}.${id}`;

/** Returns the text of the field as typed; '' also for a value of another kind, which the field cannot show. */
export const additionalTextInForm = (
  form: RegistrationForm,
  { id, kind: wanted }: CachedAdditionalField,
): string =>
  additionalValuesIn(form).find(({ field_id, kind }) => field_id === id && kind === wanted)?.value ?? '';

const trimmedTextInForm = (form: RegistrationForm, field: CachedAdditionalField): string =>
  additionalTextInForm(form, field).trim();

export function additionalFieldErrors(
  fields: CachedAdditionalFields,
  form: RegistrationForm,
  step: FieldStep,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of fieldsOfStep(fields, form, step)) {
    const value = trimmedTextInForm(form, field);
    const missing = field.is_required ? 'Completa este dato.' : null;
    const error = value === '' ? missing : additionalValueError(field.kind, value);
    if (error !== null) errors[additionalErrorKeyOf(step, field.id)] = error;
  }
  return errors;
}

export const toAdditionalValue = (
  { id, name, subject, kind }: CachedAdditionalField,
  value: string,
): AdditionalValue => ({ field_id: id, name, subject, kind, value });

/** Returns the fields that the form asks for, in the order of the form. */
const fieldsOfForm = (fields: CachedAdditionalFields, form: RegistrationForm): CachedAdditionalFields => [
  ...fieldsOfStep(fields, form, 0),
  ...fieldsOfStep(fields, form, 1),
];

/** Returns the valid values that the user has entered in the fields that the form asks for. */
const validEnteredValues = (fields: CachedAdditionalFields, form: RegistrationForm): AdditionalValues =>
  fieldsOfForm(fields, form)
    .map((field) => toAdditionalValue(field, trimmedTextInForm(form, field)))
    .filter(({ kind, value }) => value !== '' && additionalValueError(kind, value) === null);

/**
 * Returns the confirmed values. If the form is now about another patient, values about the first patient are left out unless
 * the form still contains them.
 */
function confirmedValuesToKeep(form: RegistrationForm, confirmed: RegistrationForm): AdditionalValues {
  const { patient_additional: ofPatient, visit_additional: ofVisit } = confirmed;
  if (!isOtherPatient(confirmed, form)) return [...ofPatient, ...ofVisit];
  const gone = findDifferingValues(ofPatient, form.patient_additional);
  return [...findDifferingValues(ofPatient, gone), ...ofVisit];
}

/**
 * Returns the form with the values to send: the entered values of the fields that it asks for, and confirmed values of other
 * fields. Other values stay in the draft only, because their field no longer exists or the form does not show it.
 * @param confirmed registration that is being corrected; null for a new one
 */
export function setAdditionalValuesToSend(
  fields: CachedAdditionalFields,
  form: RegistrationForm,
  confirmed: RegistrationForm | null,
): RegistrationForm {
  const ids = new Set(fieldsOfForm(fields, form).map(({ id }) => id));
  const confirmedValues = confirmed ? confirmedValuesToKeep(form, confirmed) : [];
  const kept = confirmedValues.filter(({ field_id: id }) => !ids.has(id));
  const values = [...validEnteredValues(fields, form), ...kept].slice(0, ACTIVE_ADDITIONAL_FIELDS_MAX);
  return {
    ...form,
    patient_additional: values.filter(({ subject }) => subject === 'patient'),
    visit_additional: values.filter(({ subject }) => subject === 'visit'),
  };
}

/** Reads the clinic's fields and returns the form with the additional values to send (`setAdditionalValuesToSend`). */
export const addAdditionalValuesToSend = async (
  form: RegistrationForm,
  confirmed: RegistrationForm | null,
): Promise<RegistrationForm> => setAdditionalValuesToSend((await loadFieldsByForm())(form), form, confirmed);

/** Returns the values about the patient or about the visit as the summary shows them, such as 'EPS: Nueva EPS'. */
export const formatAdditionalValues = (
  fields: CachedAdditionalFields,
  form: RegistrationForm,
  about: AdditionalValue['subject'],
): string[] =>
  validEnteredValues(fields, form)
    .filter(({ subject }) => subject === about)
    .map(({ name, kind, value }) => `${name}: ${additionalValueText(kind, value)}`);
