import { findDifferingValues, addMissingValues, type AdditionalValues } from '#domain/additional/values.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import {
  documentTextOfForm,
  emptyRegistration,
  isOtherPatient,
  type CorrectionBasis,
  type RegistrationForm,
} from '#domain/registration.ts';
import type { CorrectedForm } from '../draft/start.ts';
import { copyPatientFields, fillFormFromPatient, replacePatientData } from '../form/create-body.ts';
import { FIELD_LABELS } from '../form/field-details.ts';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';

/**
 * Returns the fields that still have the first patient's values, because neither the user nor the lookup of the new document
 * has replaced them.
 */
export function retainedPatientFields({ basis: { before }, form, linked }: CorrectedForm) {
  const found = linked && fillFormFromPatient(form, linked);
  return PATIENT_DATA_FIELD_NAMES.filter(
    (field) => form[field] !== '' && form[field] === before[field] && form[field] !== found?.[field],
  );
}

/** Returns true if the document is a new one of the same patient: at age 18 a CC replaces the TI. */
export const isDocumentRenewed = ({ basis: { before }, form, linked }: CorrectedForm): boolean =>
  before.identification_type === formerDocumentTypeOf(form.identification_type) &&
  linked?.identification_type === before.identification_type &&
  normalizeDocumentNumber('TI', before.identification_number) ===
    normalizeDocumentNumber('CC', form.identification_number);

/** Returns the first patient's values of additional fields, as `retainedPatientFields` does for the other data. */
const retainedAdditionalValues = ({ basis: { before }, form, linked }: CorrectedForm): AdditionalValues => {
  const typed = findDifferingValues(form.patient_additional, before.patient_additional);
  return findDifferingValues(findDifferingValues(form.patient_additional, typed), linked?.additional_fields);
};

/** Returns the labels of the first patient's data that the form still has; empty if it has none. */
export const formatRetainedLabels = (corrected: CorrectedForm): string =>
  [
    ...retainedPatientFields(corrected).map((field) => FIELD_LABELS[field].toLowerCase()),
    ...retainedAdditionalValues(corrected).map(({ name }) => name),
  ].join(', ');

/** Returns the user's choice whether the document in the form belongs to another person; null before the user has chosen. */
export const personChoiceForDocument = ({ moved }: CorrectionBasis, form: RegistrationForm) =>
  moved?.document === documentTextOfForm(form) ? moved.person : null;

/** Returns true while the user must state whether the changed document belongs to another person. */
export const isPersonChoiceRequired = (corrected: CorrectedForm): boolean =>
  documentTextOfForm(corrected.form) !== '' &&
  isOtherPatient(corrected.basis.before, corrected.form) &&
  personChoiceForDocument(corrected.basis, corrected.form) === null &&
  formatRetainedLabels(corrected) !== '';

export const removeFirstPatientData = (corrected: CorrectedForm): RegistrationForm => ({
  ...copyPatientFields(corrected.form, retainedPatientFields(corrected), emptyRegistration),
  patient_additional: findDifferingValues(
    corrected.form.patient_additional,
    retainedAdditionalValues(corrected),
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
