import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import {
  CLEARABLE_PATIENT_FIELDS,
  type ClearablePatientField,
  type PatientField,
  buildPerPatientField,
  type StoredPatientData,
  PATIENT_NAME_FIELDS,
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_LASTING_FIELDS,
  PATIENT_NON_NAME_FIELDS,
} from '#contract/records/evaluation/patient-fields.ts';
import { findDifferingValues, addMissingValues } from '#domain/additional/values.ts';
import {
  additionalValuesIn,
  emptyRegistration,
  type LocalPatient,
  type LastVisit,
  type RegistrationForm,
  type RegistrationChoices,
} from '#domain/registration.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import { fullName } from '#domain/patient/name.ts';
import { patientFormDataOf, isSamePatientFieldValue } from '#domain/patient/patient-data.ts';
import { foldText } from '#domain/text/fold.ts';

type PatientValues = Omit<LocalPatient, 'id' | 'last_evaluation'>;

const nullIfEmpty = (text: string): string | null => text.trim() || null;

/** Returns the patient as typed; null for an empty field. */
export const typedPatientFields = (form: RegistrationForm): PatientValues => ({
  identification_type: form.identification_type,
  identification_number: form.identification_number.trim(),
  ...(buildPerPatientField(({ isRequired }, field) =>
    isRequired ? form[field].trim() : nullIfEmpty(form[field]),
  ) as StoredPatientData),
  occupation_id: form.occupation_name.trim() === '' ? null : form.occupation_id,
});

const arePatientFieldsUnchanged = (typed: PatientValues, linked: LocalPatient): boolean =>
  PATIENT_DATA_FIELD_NAMES.every((field) => isSamePatientFieldValue(field, typed[field], linked[field]));

/**
 * Returns true if a typed name differs from the found patient's (S15). Ignores capitals, accents, and names that only one side
 * has.
 */
export const namesDiffer = (form: RegistrationForm, patient: LocalPatient): boolean =>
  PATIENT_NAME_FIELDS.some((field) => {
    const [typed, known] = [form[field], patient[field]];
    return typed.trim() !== '' && known && foldText(typed) !== foldText(known);
  });

/**
 * Returns the found patient's fields that the user emptied. Returns undefined instead of an empty list, because a server may
 * reject an unknown field.
 */
function clearedFields(
  form: RegistrationForm,
  linked: LocalPatient | null,
): ClearablePatientField[] | undefined {
  if (linked?.id !== form.patient_id) return undefined;
  const typed = typedPatientFields(form);
  const cleared = CLEARABLE_PATIENT_FIELDS.filter((field) => typed[field] === null && linked?.[field]);
  return cleared.length > 0 ? cleared : undefined;
}

/**
 * Returns the patient's id and the former document type if the form's document replaces the known one; otherwise an empty
 * object.
 */
const documentRenewalFields = (form: RegistrationForm, linked: LocalPatient | null) => {
  const former = formerDocumentTypeOf(form.identification_type);
  const isRenewed = linked?.id === form.patient_id && linked?.identification_type === former;
  return isRenewed ? { former_type: former, id: linked?.id ?? undefined } : {};
};

/**
 * Returns the typed patient, with `cleared` (emptied values of the found patient) and `former_type` (type of the replaced
 * document).
 */
export const typedPatientInput = (form: RegistrationForm, linked: LocalPatient | null) => ({
  ...typedPatientFields(form),
  cleared: clearedFields(form, linked),
  ...documentRenewalFields(form, linked),
});

/**
 * Returns only the id of a known, unedited patient. A patient who was deliberately renamed or got a new document has id and
 * data (S15); any other patient has only data.
 */
function patientBodyFields(form: RegistrationForm, linked: LocalPatient | null) {
  const patient = typedPatientInput(form, linked);
  if (!linked?.id || linked.id !== form.patient_id || 'former_type' in patient) return { patient };
  if (arePatientFieldsUnchanged(patient, linked)) return { patient_id: linked.id };
  return { patient: namesDiffer(form, linked) ? { ...patient, id: linked.id } : patient };
}

/**
 * Creates the request body from a complete form (P3), whose additional values are those to send (`setAdditionalValuesToSend`).
 * @throws ZodError for a form that does not pass `formErrors`
 */
export const createEvaluationBody = (
  form: RegistrationForm,
  linked: LocalPatient | null,
): CreateEvaluationBody => {
  const additional = additionalValuesIn(form);
  return CreateEvaluationBody.parse({
    evaluation_type_id: form.evaluation_type_id,
    employer_company_id: form.employer_company_id,
    contractor_company_id: form.contractor_company_id || undefined,
    additional_info: form.additional_info,
    // The field is left out instead of empty, because a base-contract server may reject it.
    additional_fields: additional.length > 0 ? additional : undefined,
    proposed_companies: form.proposed_companies.length > 0 ? form.proposed_companies : undefined,
    expected_person_id: form.expected_person_id ?? undefined,
    ...patientBodyFields(form, linked),
  });
};

/**
 * Returns the patient for the device's store; `visit` is the last evaluation, and an emptied value is null. A base-contract
 * server ignores `cleared`, so the next lookup on the server returns the value again.
 */
export const toStoredPatient = (form: RegistrationForm, visit: LastVisit): LocalPatient => ({
  ...typedPatientFields(form),
  id: form.patient_id,
  additional_fields: form.patient_additional,
  last_evaluation: visit,
});

export const fillFormFromPatient = (form: RegistrationForm, patient: LocalPatient): RegistrationForm => ({
  ...form,
  ...patientFormDataOf(patient),
  patient_additional: patient.additional_fields ?? [],
  occupation_id: patient.occupation_id,
  patient_id: patient.id,
});

/** Returns the form with the values that `source` has in these fields, and with the id of the occupation. */
export const copyPatientFields = (
  form: RegistrationForm,
  fields: readonly PatientField[],
  source: RegistrationForm,
): RegistrationForm => ({
  ...form,
  ...Object.fromEntries(fields.map((field) => [field, source[field]])),
  occupation_id: fields.includes('occupation_name') ? source.occupation_id : form.occupation_id,
});

/**
 * Fills the form with a found patient; the form's values stay where the patient has none. Values of additional fields that the
 * user has typed stay too.
 */
export function mergePatientIntoForm(form: RegistrationForm, patient: LocalPatient): RegistrationForm {
  const filled = fillFormFromPatient(form, patient);
  const left = PATIENT_DATA_FIELD_NAMES.filter((field) => filled[field] === '');
  return {
    ...copyPatientFields(filled, left, form),
    patient_additional: addMissingValues(form.patient_additional, patient.additional_fields),
  };
}

/** Fills the form with a found patient as `mergePatientIntoForm` does, but the form's values other than names stay. */
export const fillEmptyFields = (form: RegistrationForm, patient: LocalPatient): RegistrationForm =>
  copyPatientFields(
    mergePatientIntoForm(form, patient),
    PATIENT_NON_NAME_FIELDS.filter((field) => form[field] !== ''),
    form,
  );

/** Returns the lasting fields in which the form differs from the patient. */
export const fieldsUnlikePatient = (form: RegistrationForm, patient: LocalPatient): readonly PatientField[] =>
  PATIENT_LASTING_FIELDS.filter(
    (field) => form[field] !== '' && patient[field] && form[field] !== patient[field],
  );

export const visitChoicesOf = ({
  evaluation_type_id,
  employer_company_id,
  contractor_company_id,
}: RegistrationChoices): RegistrationChoices => ({
  evaluation_type_id,
  employer_company_id,
  contractor_company_id,
});

export const isPatientDataEmpty = (form: RegistrationForm): boolean =>
  PATIENT_DATA_FIELD_NAMES.every((field) => form[field] === '') && form.patient_additional.length === 0;

export const replacePatientData = (form: RegistrationForm, other: RegistrationForm): RegistrationForm => ({
  ...copyPatientFields(form, PATIENT_DATA_FIELD_NAMES, other),
  patient_additional: other.patient_additional,
  patient_id: other.patient_id,
});

/** Removes the lookup's values after the document was changed; typed values stay (P4). */
export function removeLookupValues(form: RegistrationForm, patient: LocalPatient): RegistrationForm {
  const filled = fillFormFromPatient(form, patient);
  const lookedUp = PATIENT_DATA_FIELD_NAMES.filter((field) => form[field] === filled[field]);
  return {
    ...copyPatientFields(form, lookedUp, emptyRegistration),
    patient_additional: findDifferingValues(form.patient_additional, patient.additional_fields),
    patient_id: null,
  };
}

/**
 * Removes what the used announcement filled if the changed document is another person's, as `removeLookupValues` does. A
 * shortened number may be completed again, and a card with the announced names may correct the announced number.
 */
export function removeAnnouncedValues(
  form: RegistrationForm,
  patch: Partial<RegistrationForm>,
): RegistrationForm {
  const { announced } = form;
  if (!announced) return form;
  const next = { ...form, ...patch };
  const { identification_type: type, identification_number: number } = next;
  const isSameDocument =
    type === announced.identification_type &&
    normalizeDocumentNumber(type, announced.identification_number).startsWith(
      normalizeDocumentNumber(type, number),
    );
  const isNamed = patch.first_name !== undefined;
  if (isSameDocument || (isNamed && foldText(fullName(next)) === foldText(fullName(announced)))) return form;
  const filledBy = { ...announced, id: null, occupation_id: null, last_evaluation: null };
  return {
    ...removeLookupValues(form, filledBy),
    visit_additional: findDifferingValues(form.visit_additional, announced.additional_fields),
    expected_person_id: null,
    announced: null,
  };
}

/** Returns the form after 'Registrar nuevo': without patient data except the document. */
export const clearPatientData = (form: RegistrationForm): RegistrationForm =>
  replacePatientData(form, emptyRegistration);
