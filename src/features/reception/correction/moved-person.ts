import { findDifferingValues, addMissingValues, type AdditionalValues } from '#domain/additional/values.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import {
  documentTextOfForm,
  emptyRegistration,
  isOtherPatient,
  type CorrectionBasis,
  type LocalPatient,
  type RegistrationForm,
} from '#domain/registration.ts';
import { copyPatientFields, fillFormFromPatient, replacePatientData } from '../form/create-body.ts';
import { FIELD_LABELS } from '../form/field-details.ts';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';

/**
 * Returns the fields that still have the first patient's values, because neither the user nor the lookup of the new document
 * has replaced them.
 */
export function retainedPatientFields(
  before: RegistrationForm,
  form: RegistrationForm,
  linked: LocalPatient | null,
) {
  const found = linked && fillFormFromPatient(form, linked);
  return PATIENT_DATA_FIELD_NAMES.filter(
    (field) => form[field] !== '' && form[field] === before[field] && form[field] !== found?.[field],
  );
}

/** Returns true if the document is a new one of the same patient: at age 18 a CC replaces the TI. */
export const isDocumentRenewed = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: LocalPatient | null,
): boolean =>
  before.identification_type === formerDocumentTypeOf(form.identification_type) &&
  linked?.identification_type === before.identification_type &&
  normalizeDocumentNumber('TI', before.identification_number) ===
    normalizeDocumentNumber('CC', form.identification_number);

/** Returns the first patient's values of additional fields, as `retainedPatientFields` does for the other data. */
const retainedAdditionalValues = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: LocalPatient | null,
): AdditionalValues => {
  const typed = findDifferingValues(form.patient_additional, before.patient_additional);
  return findDifferingValues(findDifferingValues(form.patient_additional, typed), linked?.additional_fields);
};

const listRetainedLabels = (...of: Parameters<typeof retainedPatientFields>): readonly string[] => [
  ...retainedPatientFields(...of).map((field) => FIELD_LABELS[field].toLowerCase()),
  ...retainedAdditionalValues(...of).map(({ name }) => name),
];

export const formatRetainedLabels = (...of: Parameters<typeof retainedPatientFields>): string =>
  listRetainedLabels(...of).join(', ');

/** Returns the user's choice whether the document in the form belongs to another person; null before the user has chosen. */
export const personChoiceForDocument = ({ moved }: CorrectionBasis, form: RegistrationForm) =>
  moved?.document === documentTextOfForm(form) ? moved.person : null;

/** Returns true while the user must state whether the changed document belongs to another person. */
export const isPersonChoiceRequired = (
  basis: CorrectionBasis,
  form: RegistrationForm,
  linked: LocalPatient | null,
): boolean =>
  documentTextOfForm(form) !== '' &&
  isOtherPatient(basis.before, form) &&
  personChoiceForDocument(basis, form) === null &&
  listRetainedLabels(basis.before, form, linked).length > 0;

export const removeFirstPatientData = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: LocalPatient | null,
): RegistrationForm => ({
  ...copyPatientFields(form, retainedPatientFields(before, form, linked), emptyRegistration),
  patient_additional: findDifferingValues(
    form.patient_additional,
    retainedAdditionalValues(before, form, linked),
  ),
});

export function restoreFirstPatientData(before: RegistrationForm, form: RegistrationForm): RegistrationForm {
  const empty = PATIENT_DATA_FIELD_NAMES.filter((field) => form[field] === '');
  return {
    ...copyPatientFields(form, empty, before),
    patient_additional: addMissingValues(form.patient_additional, before.patient_additional),
  };
}

/**
 * Returns the form after the user has entered the document from before the correction again. If the user had chosen 'Es otra
 * persona', the first patient's data replace all patient data; otherwise they fill only the empty fields.
 */
export const restoreDataOfFirstDocument = (
  { before, moved }: CorrectionBasis,
  form: RegistrationForm,
): RegistrationForm =>
  moved?.person === 'other' ? replacePatientData(form, before) : restoreFirstPatientData(before, form);
