import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import {
  documentOfForm,
  isOtherPatient,
  type CorrectionBasis,
  type KnownPatient,
  type RegistrationForm,
} from '#domain/registration.ts';
import { fillFormFromPatient, withPatientDataOf } from '../form/create-body.ts';
import { FIELD_LABELS } from '../form/field-details.ts';
import { PATIENT_DATA_FIELDS } from '#contract/records/evaluation/patient-fields.ts';

/**
 * Returns the patient's fields that still have the first patient's values: neither the user nor the lookup of the new document
 * has replaced them.
 */
export function retainedFields(
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
) {
  const found = linked && fillFormFromPatient(form, linked);
  return PATIENT_DATA_FIELDS.filter(
    (field) => form[field] !== '' && form[field] === before[field] && form[field] !== found?.[field],
  );
}

/** Returns true if the first patient has a new document: at age 18 a CC replaces the TI. */
export const isDocumentRenewed = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  before.identification_type === formerDocumentTypeOf(form.identification_type) &&
  linked?.identification_type === before.identification_type &&
  normalizeDocumentNumber('TI', before.identification_number) ===
    normalizeDocumentNumber('CC', form.identification_number);

/** Returns the labels of the retained fields as a list for a sentence. */
export const retainedLabels = (...of: Parameters<typeof retainedFields>): string =>
  retainedFields(...of)
    .map((field) => FIELD_LABELS[field].toLowerCase())
    .join(', ');

/** Returns the user's choice for the document in the form; null before the choice. */
export const choiceForDocument = ({ moved }: CorrectionBasis, form: RegistrationForm) =>
  moved?.document === documentOfForm(form) ? moved.person : null;

/** Returns true if the user must first state whether the changed document is of another person. */
export const isPersonPrompted = (
  basis: CorrectionBasis,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  documentOfForm(form) !== '' &&
  isOtherPatient(basis.before, form) &&
  choiceForDocument(basis, form) === null &&
  retainedFields(basis.before, form, linked).length > 0;

/** Returns the form without the data of the first patient. */
export function withoutFirstPatientData(
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): RegistrationForm {
  const kept = retainedFields(before, form, linked);
  const emptied = Object.fromEntries(kept.map((field) => [field, '']));
  return { ...form, ...emptied, occupation_id: kept.includes('occupation_name') ? null : form.occupation_id };
}

/** Fills the empty fields of the form with the data of the first patient. */
export function withFirstPatientData(before: RegistrationForm, form: RegistrationForm): RegistrationForm {
  const empty = PATIENT_DATA_FIELDS.filter((field) => form[field] === '');
  const filled = Object.fromEntries(empty.map((field) => [field, before[field]]));
  return {
    ...form,
    ...filled,
    occupation_id: empty.includes('occupation_name') ? before.occupation_id : form.occupation_id,
  };
}

/**
 * Returns the form when its document is again that of the first patient. Names typed for another person are replaced by the
 * first patient's.
 */
export const withFirstDocument = (
  { before, moved }: CorrectionBasis,
  form: RegistrationForm,
): RegistrationForm =>
  moved?.person === 'other' ? withPatientDataOf(form, before) : withFirstPatientData(before, form);
