import { formerTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import {
  documentIn,
  isOtherPatient,
  type CorrectionBasis,
  type KnownPatient,
  type RegistrationForm,
} from '#domain/registration.ts';
import { fillFrom, withPersonOf } from '../form/create-body.ts';
import { LABELS } from '../form/field-details.ts';
import { PERSON_FIELDS } from '../form/registration-schema.ts';

/** Fields of the person with a value of the first patient, which neither the user nor the lookup of the new document has replaced. */
export function keptFields(before: RegistrationForm, form: RegistrationForm, linked: KnownPatient | null) {
  const found = linked && fillFrom(form, linked);
  return PERSON_FIELDS.filter(
    (field) => form[field] !== '' && form[field] === before[field] && form[field] !== found?.[field],
  );
}

/** Whether the document is the one that replaces the first, and its holder the patient of the first: at 18 a TI becomes a CC. */
export const isRenewed = (
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  before.identificationType === formerTypeOf(form.identificationType) &&
  linked?.identification_type === before.identificationType &&
  normalizeDocumentNumber('TI', before.identificationNumber) ===
    normalizeDocumentNumber('CC', form.identificationNumber);

/** The same fields as a list for a sentence. */
export const keptLabels = (...of: Parameters<typeof keptFields>): string =>
  keptFields(...of)
    .map((field) => LABELS[field].toLowerCase())
    .join(', ');

/** What the user said about the present document; null before that. */
export const answerFor = ({ moved }: CorrectionBasis, form: RegistrationForm) =>
  moved?.document === documentIn(form) ? moved.person : null;

/** Whether the user has to say first if the changed document is of another person. */
export const isPersonAsked = (
  basis: CorrectionBasis,
  form: RegistrationForm,
  linked: KnownPatient | null,
): boolean =>
  documentIn(form) !== '' &&
  isOtherPatient(basis.before, form) &&
  answerFor(basis, form) === null &&
  keptFields(basis.before, form, linked).length > 0;

/** The form without the data of the first patient. */
export function withoutFirst(
  before: RegistrationForm,
  form: RegistrationForm,
  linked: KnownPatient | null,
): RegistrationForm {
  const kept = keptFields(before, form, linked);
  const emptied = Object.fromEntries(kept.map((field) => [field, '']));
  return { ...form, ...emptied, occupationId: kept.includes('occupationName') ? null : form.occupationId };
}

/** The form with the data of the first patient in the empty fields. */
export function withFirst(before: RegistrationForm, form: RegistrationForm): RegistrationForm {
  const empty = PERSON_FIELDS.filter((field) => form[field] === '');
  const filled = Object.fromEntries(empty.map((field) => [field, before[field]]));
  return {
    ...form,
    ...filled,
    occupationId: empty.includes('occupationName') ? before.occupationId : form.occupationId,
  };
}

/** The form under the first document again. Data that were typed for another person do not rename the first patient. */
export const backAtFirst = ({ before, moved }: CorrectionBasis, form: RegistrationForm): RegistrationForm =>
  moved?.person === 'other' ? withPersonOf(form, before) : withFirst(before, form);
