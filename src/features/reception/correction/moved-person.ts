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
import { PERSON_FIELDS } from '../form/registration-schema.ts';

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
  return PERSON_FIELDS.filter(
    (field) => form[field] !== '' && form[field] === before[field] && form[field] !== found?.[field],
  );
}

/** Returns true if the first patient has a new document: at age 18 a CC replaces the TI. */
export const isDocumentRenewed = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  before.identificationType === formerDocumentTypeOf(form.identificationType) &&
  linked?.identification_type === before.identificationType &&
  normalizeDocumentNumber('TI', before.identificationNumber) ===
    normalizeDocumentNumber('CC', form.identificationNumber);

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
  return { ...form, ...emptied, occupationId: kept.includes('occupationName') ? null : form.occupationId };
}

/** Fills the empty fields of the form with the data of the first patient. */
export function withFirstPatientData(before: RegistrationForm, form: RegistrationForm): RegistrationForm {
  const empty = PERSON_FIELDS.filter((field) => form[field] === '');
  const filled = Object.fromEntries(empty.map((field) => [field, before[field]]));
  return {
    ...form,
    ...filled,
    occupationId: empty.includes('occupationName') ? before.occupationId : form.occupationId,
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
