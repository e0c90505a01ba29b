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
 * Returns the fields with the first patient's values, which neither the user nor the lookup of the new document has replaced.
 */
export function retainedPatientFields(
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
) {
  const found = linked && fillFormFromPatient(form, linked);
  return PATIENT_DATA_FIELDS.filter(
    (field) => form[field] !== '' && form[field] === before[field] && form[field] !== found?.[field],
  );
}

/** Returns true if the document is a new one of the same patient: at age 18 a CC replaces the TI. */
export const isDocumentRenewed = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  before.identification_type === formerDocumentTypeOf(form.identification_type) &&
  linked?.identification_type === before.identification_type &&
  normalizeDocumentNumber('TI', before.identification_number) ===
    normalizeDocumentNumber('CC', form.identification_number);

export const retainedFieldLabels = (...of: Parameters<typeof retainedPatientFields>): string =>
  retainedPatientFields(...of)
    .map((field) => FIELD_LABELS[field].toLowerCase())
    .join(', ');

/** Returns the user's choice for the document in the form; null before the user has chosen. */
export const choiceForDocument = ({ moved }: CorrectionBasis, form: RegistrationForm) =>
  moved?.document === documentOfForm(form) ? moved.person : null;

/** Returns true while the user must state whether the changed document belongs to another person. */
export const isPersonPrompted = (
  basis: CorrectionBasis,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  documentOfForm(form) !== '' &&
  isOtherPatient(basis.before, form) &&
  choiceForDocument(basis, form) === null &&
  retainedPatientFields(basis.before, form, linked).length > 0;

export function withoutFirstPatientData(
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): RegistrationForm {
  const kept = retainedPatientFields(before, form, linked);
  const emptied = Object.fromEntries(kept.map((field) => [field, '']));
  return { ...form, ...emptied, occupation_id: kept.includes('occupation_name') ? null : form.occupation_id };
}

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
 * Returns the form with the document of the patient as registered before the correction. If the form has the names of another
 * person, they are replaced by that patient's.
 */
export const withFirstDocument = (
  { before, moved }: CorrectionBasis,
  form: RegistrationForm,
): RegistrationForm =>
  moved?.person === 'other' ? withPatientDataOf(form, before) : withFirstPatientData(before, form);
